/** The address of the page, and going elsewhere without loading everything anew. */

import { pageOf, type Page } from './routes';

let address = $state.raw(new URL(location.href));

export const router = {
  get page(): Page {
    return pageOf(address);
  },
  get hash(): string {
    return address.hash;
  },
};

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  const target = new URL(to, location.href);
  if (how === 'push') history.pushState(null, '', target);
  else history.replaceState(null, '', target);
  address = target;
}

/** Follows the browser's own buttons, and every plain click on a link to one of our pages. */
export function listen(): () => void {
  const moved = () => (address = new URL(location.href));
  const clicked = (click: MouseEvent) => {
    if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
      return;
    const link = click.target instanceof Element ? click.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download')) return;
    const target = new URL(link.href);
    const elsewhere = target.origin !== location.origin || pageOf(target).name === 'unknown';
    const samePage = target.pathname === location.pathname && target.search === location.search;
    // The browser itself scrolls to a place on this page, and then tells us by popstate.
    if (elsewhere || (samePage && target.hash)) return;
    click.preventDefault();
    go(target.href);
  };
  addEventListener('popstate', moved);
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', moved);
    document.removeEventListener('click', clicked);
  };
}

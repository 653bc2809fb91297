/** One number from what is believed of somebody's strength and how sure that is. */
export function rating({ mu, sigma }: { mu: number; sigma: number }): number {
  return Math.max(0, Math.round(40 * (mu - 3 * sigma)));
}

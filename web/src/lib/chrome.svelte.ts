/** Whether the page fills the window and brings a bar of its own, as a table does. */
class Chrome {
  isBare = $state(false);

  /** To be called in an effect; undone when the page is left. */
  fill(): () => void {
    this.isBare = true;
    return () => (this.isBare = false);
  }
}

export const chrome = new Chrome();

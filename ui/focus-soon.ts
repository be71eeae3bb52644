/**
 * Focuses the element with this id once the page shows what has just changed: two frames later, since an element that moves to
 * another list is made anew.
 */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
}

/**
 * Focuses the element with this id after the next render: two frames later, because an element that moves to
 * another list is created anew.
 */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
}

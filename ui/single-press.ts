/**
 * Drops a press that repeats the last one: on the same control, or at the same place, because another control may have
 * come under the pointer. People press twice by habit, by a worn button or because a slow machine doesn't answer.
 * The waiting time counts from the last press, dropped or not. Another key, typing, a press elsewhere and a new alert end
 * it: after a refusal or a failure, the same control works again at once.
 *
 * Exempt: fields, links (but not at the place of another control), controls that open or close something, and controls in an
 * element with `data-repeats`, which people press many times on purpose.
 *
 * The storefront inserts it into its pages as text (see root.tsx), so it must not use anything from outside itself.
 */
export function dropRepeatedPresses(): void {
  const gap = 600;
  const near = 12;
  const acts = 'button, a[href], input[type=submit]';
  const repeats = '[data-repeats], [aria-expanded], [aria-controls], [aria-pressed], [popovertarget]';
  type Press = { control: Element; at: number; place: MouseEvent | undefined; alerts: string };
  let last: Press | undefined;
  const forget = () => (last = undefined);

  const alertsOf = () =>
    [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join();

  const isAgain = ({ control, at, place, alerts }: Press) => {
    if (!last || at - last.at > gap || alerts !== last.alerts) return false;
    if (last.control === control) return !control.matches('a');
    return (
      place !== undefined &&
      last.place !== undefined &&
      Math.hypot(place.clientX - last.place.clientX, place.clientY - last.place.clientY) < near
    );
  };

  const onClick = (event: MouseEvent) => {
    // scripts press on purpose
    if (!event.isTrusted) return;
    const control = (event.target as Element).closest(acts);
    if (!control || control.closest(repeats)) return forget();
    // a click by keyboard has no coordinates
    const press = {
      control,
      at: event.timeStamp,
      place: event.detail > 0 ? event : undefined,
      alerts: alertsOf(),
    };
    if (!isAgain(press)) last = press;
    else {
      last!.at = press.at;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  document.addEventListener('click', onClick, true);
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Enter' && key !== ' ') forget();
    },
    true,
  );
  document.addEventListener('input', forget, true);
  window.addEventListener('popstate', forget);
}

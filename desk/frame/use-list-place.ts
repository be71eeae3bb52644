import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** For each visit to a page: the path of the list's link that had the focus last. */
const places = new Map<string, string>();

/** The link that had the focus last on this visit, which Back returns to. */
export const placeOn = (visit: string): string | undefined => places.get(visit);

/** The list that was on the screen last, in its order. */
let listed: { visit: string; paths: readonly string[] } | undefined;
/** Records the list on the screen. `paths`: the paths of its links. */
export function keepList(visit: string, paths: readonly string[]): void {
  listed = { visit, paths };
}

/** The path after (1) or before (-1) this one in the list that was on the screen last. Also makes Back focus that row. */
export function pathBeside(path: string, by: 1 | -1): string | undefined {
  if (!listed) return undefined;
  const at = listed.paths.indexOf(path);
  const beside = at < 0 ? undefined : listed.paths[at + by];
  if (beside !== undefined) places.set(listed.visit, beside);
  return beside;
}

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('main .lines a')];

/** Keeps the place in a list: after Back, the link that was focused or followed has the focus again. */
export function useListPlace(): void {
  const { key: visit } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    const remember = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('main .lines a') : null;
      if (link instanceof HTMLAnchorElement) places.set(visit, link.pathname + link.hash);
    };
    // some browsers don't focus a link that is clicked
    const events = ['focusin', 'click'] as const;
    for (const event of events) document.addEventListener(event, remember, { capture: true });
    return () => {
      for (const event of events) document.removeEventListener(event, remember, { capture: true });
    };
  }, [visit]);
  useEffect(() => {
    const path = isReturn ? placeOn(visit) : undefined;
    if (path === undefined) return;
    const find = () => {
      const link = links().find(({ pathname, hash }) => (pathname + hash).endsWith(path));
      if (!link) return;
      stop();
      link.focus();
    };
    // waits for a list that loads later, until the person presses a key, clicks or scrolls
    const observer = new MutationObserver(find);
    const turns = ['keydown', 'pointerdown', 'wheel'] as const;
    const stop = () => {
      observer.disconnect();
      for (const turn of turns) document.removeEventListener(turn, stop);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    for (const turn of turns) document.addEventListener(turn, stop);
    find();
    return stop;
  }, [visit, isReturn]);
}

import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { day } from '#contract/durations.ts';
import { localStore, readJson, sessionStore } from '#ui/browser-storage.ts';
import { newId } from '#ui/new-id.ts';
import { tabAccount } from '#web/session/session-tokens.ts';
import type { DeviceFile } from './line-files.ts';

const key = 'drafts';
const tabKey = 'tab';
/** How long an unsent draft is kept (ms). */
const keptFor = 30 * day;

/** `by`: the account of the tab in which it was typed; null for a visitor. */
type Draft = {
  at: number;
  by: string | null;
  details: Partial<OrderDetails>;
  files?: readonly DeviceFile[] | undefined;
};
export type OfferedDraft = { id: string; at: number; name: string };

function readAll(): Record<string, Draft> {
  const all = readJson(localStore, key);
  const isYoung = (draft: Partial<Draft> | null) =>
    typeof draft?.details === 'object' && Number(draft.at) > Date.now() - keptFor;
  return Object.fromEntries(
    Object.entries(typeof all === 'object' && all !== null ? (all as Record<string, Draft>) : {}).filter(
      ([, draft]) => isYoung(draft),
    ),
  );
}
const keepAll = (drafts: Record<string, Draft>) => localStore.setItem(key, JSON.stringify(drafts));

let tab = '';
/** Between two pages the tab's session storage holds its identity; while a page is open it doesn't, so that a duplicate of the tab gets another one. */
function tabId(): string {
  if (tab !== '') return tab;
  tab = sessionStore.getItem(tabKey) ?? newId();
  sessionStore.removeItem(tabKey);
  window.addEventListener('pagehide', () => sessionStore.setItem(tabKey, tab));
  window.addEventListener('pageshow', () => sessionStore.removeItem(tabKey));
  return tab;
}

/** The draft of a cart line's changes, or of this tab's new order. Two tabs with the same form have two drafts. */
export const draftId = (slug: string, line: string | null): string =>
  line === null ? `${slug} ${tabId()}` : `edit ${line}`;

const slugOf = (id: string) => id.split(' ')[0]!;
const isMine = ({ by }: Draft) => by === tabAccount();

/** Slugs of the forms with typed text. */
export const draftSlugs = (): string[] =>
  Object.entries(readAll())
    .filter(([, draft]) => isMine(draft))
    .map(([id]) => slugOf(id));

function ownDraft(id: string): Draft | undefined {
  const draft = readAll()[id];
  // a visitor's text stays through the log-in
  return draft && (draft.by === null || isMine(draft)) ? draft : undefined;
}

/** The unsent text of a form, stored on this device until it is in the cart or the customer logs out. */
export const readDraft = (id: string): Partial<OrderDetails> | undefined => ownDraft(id)?.details;

/** The files of a form that isn't sent; undefined when it has no draft. */
export const draftFiles = (id: string): unknown => {
  const draft = ownDraft(id);
  return draft && (draft.files ?? []);
};

/** Some of the details are enough: the form fills in the rest. Without `files` the draft keeps those that it has. */
export function keepDraft(
  id: string,
  details: Partial<OrderDetails>,
  files: readonly DeviceFile[] | undefined = ownDraft(id)?.files,
): void {
  keepAll({ ...readAll(), [id]: { at: Date.now(), by: tabAccount(), details, files } });
}

export function dropDraft(id: string): void {
  const { [id]: _, ...others } = readAll();
  keepAll(others);
}

/** The account's drafts of this form from other tabs, newest first. */
export const otherDrafts = (slug: string): OfferedDraft[] =>
  Object.entries(readAll())
    .filter(([id, draft]) => slugOf(id) === slug && id !== draftId(slug, null) && isMine(draft))
    .map(([id, { at, details }]) => ({ id, at, name: nameOf(details.brief ?? {}) }))
    .toSorted((one, other) => other.at - one.at);

function nameOf({ brandName, ...others }: Partial<OrderDetails['brief']>): string {
  const words = [brandName, ...Object.values(others)].flat().find((text) => text && text.trim() !== '');
  return words === undefined ? 'No name yet' : words.slice(0, 40);
}

/** Continues another tab's draft in this one. */
export function takeDraft(id: string): void {
  const { [id]: draft, ...others } = readAll();
  if (draft) keepAll({ ...others, [draftId(slugOf(id), null)]: draft });
}

/** Calls `act` when another tab has taken over this draft, but not when a logout has deleted all drafts. */
export function whenTaken(id: string, act: () => void): () => void {
  const look = ({ key: changed, oldValue, newValue }: StorageEvent) => {
    const has = (text: string | null) => text?.includes(JSON.stringify(id)) === true;
    if (changed === key && newValue !== null && has(oldValue) && !has(newValue)) act();
  };
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}

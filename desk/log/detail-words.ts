import { formatDay } from '#contract/delivery-date.ts';
import { permissions } from '#contract/desk/permissions.ts';
import { formatMoney } from '#contract/money.ts';
import { paymentStatuses } from '#contract/storefront/payment-statuses.ts';
import { workStatuses } from '#contract/storefront/work-statuses.ts';
import { stateLabel } from '#desk/work/line-words.ts';
import { paymentWords } from '#desk/work/order-words.ts';

type Detail = Record<string, string | number>;

const ways: Record<string, string> = {
  passkey: 'with a passkey',
  password: 'with a password and a code',
  code: 'with a code',
  card: 'to the original payment method',
  balance: 'to the balance',
};

const isIn = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  (values as readonly unknown[]).includes(value);

/** Names of team members and roles, by subject: `staff 12`, `role editor`. */
type Names = ReadonlyMap<string, string>;

/** A state of work or of a payment, a person, a role or a day in words; anything else as it is. */
function placeOf(value: string | number, names: Names): string {
  if (isIn(workStatuses, value)) return `“${stateLabel(value)}”`;
  if (isIn(paymentStatuses, value)) return `“${paymentWords(value)}”`;
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text);
  return names.get(text) ?? names.get(`role ${text}`) ?? text.replace(/^ticket /, 'conversation ');
}

/** A limit in minor units, which the log has as text; "null": none. */
const limitIn = (value: string | number): string =>
  value === 'null' ? 'no limit' : formatMoney(Number(value));

/** The words of a name: "refund limit" of `refundLimit`. */
const wordsIn = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const listIn = (value: string | number | undefined): string[] =>
  String(value ?? '')
    .split(' ')
    .filter(Boolean);

/** The permission in words, as the Roles page has it. */
const permissionWords = (name: string): string =>
  `“${name in permissions ? permissions[name as keyof typeof permissions] : name}”`;

/** The number of a role's permissions, or those that it got and lost. */
function permissionChange(now: string | number, before: string | number | undefined): string[] {
  const [has, had] = [listIn(now), listIn(before)];
  if (had.length === 0) return [`permissions: ${has.includes('*') ? 'all' : has.length}`];
  const named = (word: string, list: string[]) =>
    list.length === 0 ? [] : [`${word} ${list.map(permissionWords).join(', ')}`];
  return [
    ...named(
      'added',
      has.filter((name) => !had.includes(name)),
    ),
    ...named(
      'removed',
      had.filter((name) => !has.includes(name)),
    ),
  ];
}

/** IDs that only programs need. The export and the server's log have them. */
const ids = new Set(['request', 'session', 'refund', 'adjustment', 'approval', 'file', 'ended']);

/** A further detail in words; undefined for one that only programs need. */
function otherWords(key: string, value: string | number, names: Names): string | undefined {
  if (ids.has(key)) return undefined;
  if (key === 'askedBy') return `requested by ${placeOf(String(value).replace(':', ' '), names)}`;
  if (key === 'alone') return 'approved by the same person';
  if (key === 'call') return `attempted: ${wordsIn(String(value))}`;
  if (key === 'on') return /[\da-f]{12}/.test(String(value)) ? undefined : `on: ${value}`;
  if (key === 'needs')
    return value === 'proof' ? 'needs a confirmation of identity' : `needs ${permissionWords(String(value))}`;
  if (key === 'overrides') return `despite failed checks: ${listIn(value).map(wordsIn).join(', ')}`;
  if (key === 'files') return `files: ${listIn(value).length}`;
  return `${wordsIn(key)}: ${key.includes('Limit') ? limitIn(value) : value}`;
}

/** The details of an audit entry in words. */
export function detailWords(
  { currency, amount, refunded, from, to, way, permissions: now, permissionsBefore, ...others }: Detail,
  names: Names = new Map(),
): string {
  const money = (value: string | number) =>
    currency === undefined ? String(value) : formatMoney(Number(value), String(currency));
  return [
    ...(amount === undefined ? [] : [money(amount)]),
    ...(refunded === undefined ? [] : [`${money(refunded)} refunded`]),
    ...(way === undefined ? [] : [ways[way] ?? String(way)]),
    ...(from === undefined ? [] : [`from ${placeOf(from, names)}`]),
    ...(to === undefined ? [] : [`to ${placeOf(to, names)}`]),
    ...(now === undefined ? [] : permissionChange(now, permissionsBefore)),
    ...Object.entries(others).flatMap(([key, value]) => otherWords(key, value, names) ?? []),
  ].join(', ');
}

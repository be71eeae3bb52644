import type { Movement } from '#contract/desk/books.ts';
import { type Roll, type RollSide, rollSides, type ShownRolls } from '#contract/desk/money-lists.ts';
import { balanceAccounts } from '#contract/desk/ledger-words.ts';
import { type Balances, findClosed } from './close-days.ts';
import { type BooksDeps, byBook, checkPeriod, type Period } from './show-books.ts';

const accountsOf: Record<RollSide, readonly string[]> = { unearned: ['unearned'], balances: balanceAccounts };

type Moved = { opening: Balances; movements: readonly Movement[]; closing: Balances };

/** Opening amount, changes by kind of posting and closing amount of one side's accounts together. Minor units. */
export function rollOf(side: RollSide, { opening, movements, closing }: Moved): Roll {
  const accounts = accountsOf[side];
  const changes = new Map<string, number>();
  for (const { kind, from, to, amount } of movements) {
    const change = (accounts.includes(to) ? amount : 0) - (accounts.includes(from) ? amount : 0);
    if (change !== 0) changes.set(kind, (changes.get(kind) ?? 0) + change);
  }
  const sum = (balances: Balances) =>
    accounts.reduce((total, account) => total + (balances[account] ?? 0), 0);
  return {
    opening: sum(opening),
    changes: [...changes].filter(([, amount]) => amount !== 0).map(([kind, amount]) => ({ kind, amount })),
    closing: sum(closing),
  };
}

/**
 * The roll-forward of deferred revenue and of customers' balances, for all closed days of a period together and for each.
 * @throws Refusal for a period that is too long or ends before it starts
 */
export async function showRollForward({ db }: Pick<BooksDeps, 'db'>, period: Period): Promise<ShownRolls> {
  checkPeriod(period);
  const closed = await findClosed(db, period.from, period.to);
  return {
    firstClosed: closed[0]?.day ?? null,
    lastClosed: closed.at(-1)?.day ?? null,
    books: byBook(closed).map((own) => {
      const { currency, livemode, opening } = own[0]!;
      const { closing } = own.at(-1)!;
      const movements = own.flatMap((book) => book.movements);
      return {
        currency,
        livemode,
        sides: rollSides.map((side) => ({
          side,
          whole: rollOf(side, { opening, movements, closing }),
          days: own.map((book) => ({ day: book.day, ...rollOf(side, book) })),
        })),
      };
    }),
  };
}

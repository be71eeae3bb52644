import type { ReactNode } from 'react';
import { formatDay } from '#contract/delivery-date.ts';
import type { AccountTotals, ShownBooks } from '#contract/desk/books.ts';
import { accountLabel, balanceAccounts, postingWords } from '#contract/desk/ledger-words.ts';
import { formatChange, formatMoney } from '#contract/money.ts';
import { idleWords } from '#contract/desk/report-words.ts';
import { bookTitle } from './book-words.ts';

type Shown = ShownBooks['books'][number];

/** A figure in its column; on a phone, on a line of its own with its label. */
export const Figure = ({
  label,
  isZero = false,
  children,
}: {
  label: string;
  isZero?: boolean;
  children: ReactNode;
}) => (
  <td className="figures text-right max-sm:flex max-sm:basis-full max-sm:justify-between">
    <span className="text-muted sm:hidden">{label}</span>{' '}
    <span className={isZero ? 'text-muted' : undefined}>{children}</span>
  </td>
);

/** An account's amount with its side; an account is in debit when it is below zero. */
const Side = ({ label, amount, currency }: { label: string; amount: number; currency: string }) => (
  <Figure label={label} isZero={amount === 0}>
    {formatMoney(Math.abs(amount), currency)}
    {amount !== 0 && <span className="text-muted"> {amount < 0 ? 'Dr' : 'Cr'}</span>}
  </Figure>
);

/** An amount in its column, muted when it is zero. */
export const Turnover = ({
  label,
  amount,
  currency,
}: {
  label: string;
  amount: number;
  currency: string;
}) => (
  <Figure label={label} isZero={amount === 0}>
    {formatMoney(amount, currency)}
  </Figure>
);

/** The trial balance of one currency and mode, with what led from its opening to its closing. */
export function Balance({ book, isOnly }: { book: Shown; isOnly: boolean }) {
  const { accounts, currency } = book;
  const sum = (key: 'debit' | 'credit') => accounts.reduce((total, account) => total + account[key], 0);
  const title = isOnly && book.livemode ? '' : bookTitle(book);
  return (
    <section aria-label={`Trial balance ${title}`} className="flex flex-col gap-8">
      <div>
        <h2 className="mb-2">
          Accounts <span className="font-normal text-muted">{title}</span>
        </h2>
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" className="amount">
                Opening
              </th>
              <th scope="col" className="amount">
                Debit
              </th>
              <th scope="col" className="amount">
                Credit
              </th>
              <th scope="col" className="amount">
                Closing
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ account, number, opening, debit, credit, closing }) => (
              <tr key={account}>
                <th scope="row" className="max-sm:basis-full">
                  {accountLabel(account)}
                  {number !== null && <span className="ml-2 font-normal text-muted">{number}</span>}
                </th>
                <Side label="Opening" amount={opening} currency={currency} />
                <Turnover label="Debit" amount={debit} currency={currency} />
                <Turnover label="Credit" amount={credit} currency={currency} />
                <Side label="Closing" amount={closing} currency={currency} />
              </tr>
            ))}
            <tr className="font-semibold">
              <th scope="row" className="max-sm:basis-full">
                Total
              </th>
              <td className="max-sm:hidden" />
              <Turnover label="Debit" amount={sum('debit')} currency={currency} />
              <Turnover label="Credit" amount={sum('credit')} currency={currency} />
              <td className="max-sm:hidden" />
            </tr>
          </tbody>
        </table>
      </div>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
        <RollForward title="Deferred revenue" book={book} accounts={['unearned']} />
        <RollForward title="Customers’ balances" book={book} accounts={balanceAccounts} />
      </div>
      <Movements book={book} />
      {book.idle !== null && (
        <div>
          <h3 className="mb-1">Idle balances</h3>
          <Idle groups={book.idle} currency={currency} />
        </div>
      )}
    </section>
  );
}

const sumOf = (accounts: readonly AccountTotals[], names: readonly string[], key: 'opening' | 'closing') =>
  accounts.filter(({ account }) => names.includes(account)).reduce((sum, account) => sum + account[key], 0);

/** How some accounts together came from their opening to their closing amount, by kind of posting. */
function RollForward({ title, book, accounts }: { title: string; book: Shown; accounts: readonly string[] }) {
  const { currency, movements } = book;
  const changes = new Map<string, number>();
  for (const { kind, from, to, amount } of movements) {
    const change = (accounts.includes(to) ? amount : 0) - (accounts.includes(from) ? amount : 0);
    if (change !== 0) changes.set(kind, (changes.get(kind) ?? 0) + change);
  }
  return (
    <div>
      <h3 className="mb-2">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1">
        <dt className="font-normal">Opening</dt>
        <dd className="figures text-right">
          {formatMoney(sumOf(book.accounts, accounts, 'opening'), currency)}
        </dd>
        {[...changes].map(([kind, change]) => (
          <div key={kind} className="contents text-muted">
            <dt className="font-normal">{postingWords[kind] ?? kind}</dt>
            <dd className="figures text-right">{formatChange(change, currency)}</dd>
          </div>
        ))}
        <dt className="border-t border-hairline pt-1">Closing</dt>
        <dd className="figures border-t border-hairline pt-1 text-right font-semibold">
          {formatMoney(sumOf(book.accounts, accounts, 'closing'), currency)}
        </dd>
      </dl>
    </div>
  );
}

function Movements({ book: { movements, currency } }: { book: Shown }) {
  if (movements.length === 0) return <p>Nothing was posted in this period.</p>;
  return (
    <div>
      <h3 className="mb-2">Movements</h3>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
            <th scope="col" className="amount">
              Postings
            </th>
            <th scope="col" className="amount">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {movements.map(({ kind, from, to, count, amount, postedOn }) => (
            <tr key={[kind, from, to, postedOn].join(' ')}>
              <th scope="row" className="max-sm:basis-full">
                {postingWords[kind] ?? kind}
                {postedOn !== undefined && (
                  <span className="block font-normal text-muted">
                    Posted on {formatDay(postedOn)}, after that day’s books were closed
                  </span>
                )}
              </th>
              <td className="max-sm:basis-full">
                <span className="text-muted sm:hidden">Debit: </span>
                {accountLabel(from)}
              </td>
              <td className="max-sm:basis-full">
                <span className="text-muted sm:hidden">Credit: </span>
                {accountLabel(to)}
              </td>
              <Figure label="Postings">{count}</Figure>
              <Turnover label="Amount" amount={amount} currency={currency} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Customers' balances by the time since their last transaction. */
export function Idle({ groups, currency }: { groups: NonNullable<Shown['idle']>; currency: string }) {
  return (
    <div className="max-w-2xl">
      <p className="mb-2 text-muted">
        Available balances at the end of the last closed day, grouped by time since the customer’s last
        transaction.
      </p>
      {groups.length === 0 ? (
        <p>No customer had a balance.</p>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Last transaction</th>
              <th scope="col" className="amount">
                Customers
              </th>
              <th scope="col" className="amount">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ days, customers, amount }) => (
              <tr key={days}>
                <th scope="row" className="max-sm:basis-full">
                  {idleWords(days)}
                </th>
                <Figure label="Customers">{customers}</Figure>
                <Turnover label="Amount" amount={amount} currency={currency} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Orders paid in the period, by product. */
export function Sales({ sales }: Pick<ShownBooks, 'sales'>) {
  if (sales.length === 0) return null;
  return (
    <section aria-labelledby="sales" className="max-w-2xl">
      <h2 id="sales" className="mb-2">
        Orders paid, by product
      </h2>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="amount">
              Order lines
            </th>
            <th scope="col" className="amount">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {sales.map(({ title, currency, lines, amount }) => (
            <tr key={`${title} ${currency}`}>
              <th scope="row" className="max-sm:basis-full">
                {title}
              </th>
              <Figure label="Order lines">{lines}</Figure>
              <Turnover label="Amount" amount={amount} currency={currency} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

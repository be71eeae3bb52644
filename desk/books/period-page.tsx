import { useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import { csvRow } from '#contract/csv-cell.ts';
import type { ShownBooks, ShownDay } from '#contract/desk/books.ts';
import type { Me } from '#contract/desk/staff.ts';
import { accountLabel } from '#contract/desk/ledger-words.ts';
import { decimalAmount } from '#contract/money.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { saveCsv } from '#ui/save-csv.ts';
import { saveFile } from '#ui/save-file.ts';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { usePeriod } from '#desk/frame/period-form.tsx';
import { AccountNumbers } from './account-numbers.tsx';
import { bookTitle, dayTitle } from './book-words.ts';
import { DaySignatures } from './day-signatures.tsx';
import { Balance, Sales } from './period-tables.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** The trial balance, movements and sales of a period in the URL; of one day, also its signatures. */
export function PeriodPage() {
  const me = useOutletContext<Me>();
  const [period, setPeriod] = usePeriod();
  const { from, to } = period;
  const isDay = from === to;
  const books = useQuery({
    queryKey: ['books', 'period', from, to],
    queryFn: ({ signal }) => callDesk('showBooks', { query: period, signal }),
    staleTime: 0,
  });
  const day = useQuery({
    queryKey: ['books', 'day', from],
    queryFn: ({ signal }) => callDesk('showDay', { params: { day: from }, signal }),
    staleTime: 0,
    enabled: isDay && books.data?.firstClosed === from,
  });
  return (
    <ReportFrame
      title={isDay ? `Books for ${dayTitle(from)}` : 'Trial balance'}
      period={period}
      onPeriod={setPeriod}
      query={books}
      namesDay={isDay}
    >
      {(found) => {
        const whole = (shown?: ShownDay) => (
          <Period me={me} books={found} shown={shown} again={books.refetch} />
        );
        // everything of a day appears at once, so that nothing moves
        return isDay ? <Awaited query={day}>{whole}</Awaited> : whole();
      }}
    </ReportFrame>
  );
}

function Period({
  me,
  books,
  shown,
  again,
}: {
  me: Me;
  books: ShownBooks;
  /** The closed day with its signatures; undefined for a longer period. */
  shown: ShownDay | undefined;
  again: () => unknown;
}) {
  return (
    <>
      {shown && <DaySignatures me={me} shown={shown} />}
      <Exports me={me} books={books} />
      {books.books.map((book) => (
        <Balance key={bookTitle(book)} book={book} isOnly={books.books.length === 1} />
      ))}
      <Sales sales={books.sales} />
      {mayDo(me, 'money.export') && <AccountNumbers books={books} again={again} />}
    </>
  );
}

/** The trial balance as CSV. In the opening and closing columns, amounts below zero are debit balances, as their heads say. */
function csvOf({ books, firstClosed, lastClosed }: ShownBooks): string {
  const rows = books.flatMap((book) =>
    book.accounts.map(({ account, number, ...totals }) => [
      accountLabel(account),
      number ?? '',
      ...[totals.opening, totals.debit, totals.credit, totals.closing].map((amount) =>
        decimalAmount(amount, book.currency),
      ),
      book.currency.toUpperCase(),
      book.livemode ? 'live' : 'test',
    ]),
  );
  const heads = [
    'Account',
    'Number',
    `Opening balance ${firstClosed} (debits are negative)`,
    'Debit',
    'Credit',
    `Closing balance ${lastClosed} (debits are negative)`,
    'Currency',
    'Mode',
  ];
  return [heads, ...rows].map(csvRow).join('');
}

function Exports({ me, books }: { me: Me; books: ShownBooks }) {
  const { busy, begin, end } = useOneAtATime();
  const { firstClosed: from, lastClosed: to } = books;
  const download = async () => {
    if (!begin()) return;
    try {
      saveFile(await withProof(() => callDesk('exportJournal', { body: { from: from!, to: to! } })));
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button look="quiet" onClick={() => saveCsv(`trial-balance-${from}-to-${to}.csv`, csvOf(books))}>
        Download the trial balance (.csv)
      </Button>
      {mayDo(me, 'money.export') && (
        <Button look="quiet" busy={busy} busyText="Preparing the file" onClick={() => void download()}>
          Download the journal (.csv)
        </Button>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { usePeriod } from '#desk/frame/period-form.tsx';
import { ExportButton } from '#desk/work/export-button.tsx';
import { bookTitle } from './book-words.ts';
import { Idle } from './period-tables.tsx';
import { ReportFrame } from './report-frame.tsx';

/** Customers' balances at the end of a period, by the time since their last transaction. */
export function IdlePage() {
  const me = useOutletContext<Me>();
  const [period, setPeriod] = usePeriod();
  const idle = useQuery({
    queryKey: ['books', 'idle', period],
    queryFn: async ({ signal }) => {
      const { day, books } = await callDesk('showIdle', { query: period, signal });
      return { firstClosed: day, lastClosed: day, books };
    },
    staleTime: 0,
  });
  return (
    <ReportFrame title="Idle balances" period={period} onPeriod={setPeriod} query={idle} isLastDay>
      {({ books }, closed) => (
        <>
          <div className="print:hidden">
            <ExportButton
              report="idle"
              period={closed}
              label={mayDo(me, 'customer.see') ? 'the balances' : 'the totals'}
            />
          </div>
          {books.map((book) => (
            <section key={bookTitle(book)} aria-label={`Idle balances, ${bookTitle(book)}`}>
              <h2 className="mb-4">{bookTitle(book)}</h2>
              {book.groups === null ? (
                <p className="max-w-xl">
                  This day was closed late, so its balances aren’t shown here.
                  {mayDo(me, 'money.export') && ' Download the file above to see them.'}
                </p>
              ) : (
                <Idle groups={book.groups} currency={book.currency} />
              )}
            </section>
          ))}
        </>
      )}
    </ReportFrame>
  );
}

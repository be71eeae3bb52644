import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import type { ExplainedMovement, ShownPayouts, UnexplainedMovement } from '#contract/desk/money-lists.ts';
import type { Me } from '#contract/desk/staff.ts';
import { formatMoney } from '#contract/money.ts';
import { explanationName, movementWords } from '#contract/desk/report-words.ts';
import { Button } from '#ui/button.tsx';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { useNamedPart } from '#desk/frame/use-named-part.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { bookName } from './money-words.ts';

/** A movement as the provider lists it, in three columns; `children` are below its references. */
const Moved = ({ movement, children }: { movement: UnexplainedMovement; children?: ReactNode }) => (
  <>
    <span className="min-w-0">
      <span className="block font-semibold">{formatTime(movement.at)}</span>
      <span className="block text-muted">{movementWords[movement.kind]}</span>
    </span>
    <span className="figures text-right">{formatMoney(movement.amount, movement.currency)}</span>
    <span className="min-w-0">
      {bookName(movement)}, {movement.word}
      <span className="block text-muted wrap-anywhere">
        {movement.id}
        {movement.about !== null && `, ${movement.about}`}
      </span>
      {children}
    </span>
  </>
);

/** Movements that nothing in the shop explains, of any time, each with its explanation by a person. */
export function UnexplainedMovements({
  unexplained: { total, rows },
  explained,
}: Pick<ShownPayouts, 'unexplained' | 'explained'>) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const [open, setOpen] = useState<UnexplainedMovement>();
  useNamedPart('unexplained');
  return (
    <section aria-labelledby="unexplained">
      <h2 id="unexplained" tabIndex={-1} className="mb-1">
        Unexplained transactions
      </h2>
      {total === 0 ? (
        <p>Every imported transaction is matched or explained.</p>
      ) : (
        <>
          <p className="mb-2 max-w-2xl text-muted">
            The shop can’t match these transactions to a payment, refund or dispute. They may belong to
            another system on the same provider account. This list isn’t limited to the period above.
          </p>
          <ul aria-labelledby="unexplained" className="lines">
            {rows.map((movement) => (
              <li
                key={`${movement.provider} ${movement.livemode} ${movement.id}`}
                className="money-row money-row-open"
              >
                <Moved movement={movement} />
                {mayDo(me, 'money.adjust') && (
                  <Button
                    look="quiet"
                    small
                    aria-label={`Explain ${movement.id}`}
                    onClick={() => setOpen(movement)}
                  >
                    Explain
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {total > rows.length && (
            <p className="mt-3 text-muted">{total - rows.length} older transactions aren’t listed.</p>
          )}
        </>
      )}
      {explained.length > 0 && <Explained explained={explained} />}
      {open && (
        <ExplainDialog
          movement={open}
          onClose={() => setOpen(undefined)}
          again={() => client.invalidateQueries({ queryKey: ['money'] })}
        />
      )}
    </section>
  );
}

/** What people explained in the period. */
const Explained = ({ explained }: { explained: readonly ExplainedMovement[] }) => (
  <>
    <h3 id="explained" className="mt-6 mb-2">
      Explained in this period
    </h3>
    <ul aria-labelledby="explained" className="lines">
      {explained.map((movement) => (
        <li key={`${movement.provider} ${movement.livemode} ${movement.id}`} className="money-row">
          <Moved movement={movement}>
            <span className="mt-1 block">
              <span className="font-semibold">{explanationName(movement.explanation, movement.amount)}</span>
              <span className="text-muted">
                , <bdi>{movement.by}</bdi>, {formatTime(movement.explainedAt)}
              </span>
            </span>
            {movement.note !== '' && (
              <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
                {movement.note}
              </span>
            )}
            {movement.number !== null && (
              <span className="block">
                The shop reversed the explanation because this transaction belongs to{' '}
                <Link to={`/money/payments/${movement.number}`} className="link whitespace-nowrap">
                  {movement.number}
                </Link>
                . That payment is already posted.
              </span>
            )}
          </Moved>
        </li>
      ))}
    </ul>
  </>
);

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import type { HealthCheck, MoneyHealth } from '#contract/desk/money.ts';
import type { Me } from '#contract/desk/staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { useNamedPart } from '#desk/frame/use-named-part.ts';
import { MendButton } from './mend-button.tsx';
import { MoneyViews } from './money-views.tsx';
import { MoneyWaiting } from './money-waiting.tsx';
import { countOf, partWords } from './money-words.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

/** Poll interval while a check runs or webhook events wait (ms). */
const askEvery = 2_000;

/** The findings of the newest money checks, and the open tasks about money. */
export function MoneyPage() {
  const health = useQuery({
    queryKey: ['money', 'health'],
    queryFn: ({ signal }) => callDesk('showMoneyHealth', { signal }),
    staleTime: 0,
    // polls while events wait, because a retried event is soon processed
    refetchInterval: ({ state: { data } }) =>
      data?.isRunning || data?.waiting.events.total ? askEvery : false,
  });
  return (
    <Screen title="Money">
      <MoneyViews />
      <Awaited query={health}>
        {(found) => (
          <>
            <Checks health={found} />
            <MoneyWaiting waiting={found.waiting} />
          </>
        )}
      </Awaited>
    </Screen>
  );
}

function Checks({ health: { checks, isRunning } }: { health: MoneyHealth }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const { busy, begin, end } = useOneAtATime();
  useNamedPart('checks');
  const check = async () => {
    if (!begin()) return;
    try {
      await callDesk('checkMoney', {});
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    await client.invalidateQueries({ queryKey: ['money', 'health'] });
    end();
  };
  return (
    <section aria-labelledby="checks">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="checks" tabIndex={-1}>
          Checks
        </h2>
        {mayDo(me, 'money.repair') && (
          <Button
            look="quiet"
            small
            busy={busy || isRunning}
            busyText="Checking"
            onClick={() => void check()}
          >
            Check now
          </Button>
        )}
      </div>
      <ul className="lines">
        {checks.map((check) => (
          <li key={check.part} className="money-check">
            <Check check={check} />
          </li>
        ))}
      </ul>
      <p className="mt-3 max-w-2xl text-muted">
        Every night, the shop first processes payment changes that it missed. Then it runs these checks, and
        emails the operator if something doesn’t match. “Check now” only checks. A payment in progress can
        cause a difference that disappears at the next check.
      </p>
    </section>
  );
}

function stateOf({ checkedAt, findings, more, failure }: HealthCheck): string {
  if (findings.length + more > 0) return countOf(findings.length + more, 'difference');
  if (failure !== null) return 'Couldn’t be completed';
  return checkedAt === null ? 'Not checked yet' : 'No differences';
}

function Check({ check }: { check: HealthCheck }) {
  const { part, checkedAt, findings, more, compared, failure } = check;
  const { title, about } = partWords[part];
  const isWrong = findings.length + more > 0;
  return (
    <>
      <div className="money-check-head">
        <h3>{title}</h3>
        <p className={isWrong ? 'money-wrong' : 'text-muted'}>{stateOf(check)}</p>
        <p className="text-muted">
          {about}
          {compared !== null && compared > 0 && ` ${countOf(compared, 'payment')} compared.`}
        </p>
        <p className="text-muted">{checkedAt !== null && `Checked ${formatTime(checkedAt)}`}</p>
      </div>
      {failure !== null && <p className="mt-2">{failure}</p>}
      {findings.length > 0 && (
        <ul aria-label={`Differences: ${title}`} className="mt-3 flex max-w-3xl flex-col gap-4">
          {findings.map(({ words, means, todo, mend }) => (
            <li key={words} className="money-finding">
              <p className="font-semibold">{words}</p>
              <p>{plain(means)}</p>
              <p>
                <span className="font-semibold">What to do: </span>
                {plain(todo)}
              </p>
              {mend && <MendButton mend={mend} />}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="mt-3">{countOf(more, 'more difference')}, not listed here.</p>}
    </>
  );
}

/** Without the marks that the runbook has around code. */
const plain = (words: string): string => words.replaceAll('`', '');

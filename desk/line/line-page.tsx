import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import { checkWork } from '#contract/check-work.ts';
import { formatDay } from '#contract/delivery-date.ts';
import type { Me } from '#contract/desk-staff.ts';
import { askBody, type DeskLine, noteBody, resumeBody, workBounds } from '#contract/desk-work.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import { neededWords, stateWords } from '#desk/work/line-words.ts';
import { hereWords, refreshWork, useNewest, usePlace } from '#desk/work/pulse.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { BriefPane } from './brief-pane.tsx';
import { ChecksPane } from './checks-pane.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { LineMessages } from './line-messages.tsx';
import { LineHistory } from './line-history.tsx';
import { SayDialog } from './say-dialog.tsx';
import { PointsPane } from './points-pane.tsx';
import { TextPane, type Wanted } from './text-pane.tsx';
import { useDraft } from './use-draft.ts';

/** The workroom of one line: brief, text, checks. */
export function LinePage() {
  const { number = '', position = '' } = useParams();
  const line = useQuery({
    queryKey: ['line', number, Number(position)],
    queryFn: ({ signal }) => callDesk('showLine', { params: { number, position: Number(position) }, signal }),
    staleTime: 0,
    // until it has left
    refetchInterval: ({ state }) => (state.data?.sendAt ? 2_000 : false),
  });
  return (
    <Screen title={line.data ? `${line.data.brand ?? line.data.customer}: ${line.data.title}` : 'Line'}>
      <Awaited query={line}>
        {(found) => <Workroom key={`${found.number} ${found.position}`} line={found} />}
      </Awaited>
    </Screen>
  );
}

type Open = 'ask' | 'resume' | 'handBack' | 'deliver';
const panes = ['Brief', 'Text', 'Checks'] as const;
type Pane = (typeof panes)[number];

function Workroom({ line }: { line: DeskLine }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const draft = useDraft(line);
  const [open, setOpen] = useState<Open>();
  const [pane, setPane] = useState<Pane>('Text');
  const [busy, setBusy] = useState<string>();
  const [wanted, setWanted] = useState<Wanted>();
  const show = (piece: string, quote: string) => {
    setPane('Text');
    setWanted({ piece, quote });
  };
  const { number, position, may, sheet, briefValues, points } = line;
  const params = { number, position };
  usePlace(`line ${number} ${position}`, draft.state.kind === 'typing' || draft.state.kind === 'saving');
  const checks = useMemo(
    () =>
      checkWork({
        sheet,
        pieces: Object.entries(draft.texts).map(([key, text]) => ({ key, text })),
        brief: briefValues,
        ...(points.length > 0 ? { points } : {}),
      }),
    [sheet, briefValues, draft.texts, points],
  );
  /** Runs an act, says what became of it, and reads the line anew. */
  const act = async (name: string, run: () => Promise<unknown>, message: string) => {
    setBusy(name);
    try {
      await run();
      notify({ message });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    setBusy(undefined);
    await refreshWork(client);
  };
  const start = () =>
    act(
      'start',
      async () => {
        const { refused } = await callDesk('startLines', { body: { lines: [params] } });
        if (refused[0]) throw new Error(refused[0].why);
      },
      'Started. The customer gets an email.',
    );
  const handIn = () =>
    act(
      'handIn',
      async () => {
        const basedOn = await draft.flush();
        if (basedOn === undefined) throw new Error('The text couldn’t be saved.');
        await callDesk('handIn', { params, body: { basedOn } });
      },
      'Handed in. Someone else will check and deliver it.',
    );
  const undo = () =>
    act('undo', () => callDesk('undoDelivery', { params }), 'Delivery undone. Nothing was sent.');
  // without a text to work on there is nothing to check
  const hasChecks = may.includes('write') || line.draft !== null;
  const canDeliver = may.includes('deliver');
  const primary = canDeliver
    ? () => setOpen('deliver')
    : may.includes('handIn')
      ? () => void handIn()
      : undefined;
  useKeys(
    {
      ...(may.includes('start') ? { s: () => void start() } : {}),
      ...(may.includes('ask') ? { q: () => setOpen('ask') } : {}),
      ...(may.includes('handBack') ? { h: () => setOpen('handBack') } : {}),
      i: () => document.getElementById('note')?.focus(),
    },
    me.singleKeys,
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (!primary || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      primary();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  return (
    <>
      <Head line={line} />
      <div className="-mt-8 flex flex-wrap gap-3 empty:hidden">
        {may.includes('take') && (
          <Button
            look="quiet"
            busy={busy === 'take'}
            onClick={() => void act('take', () => callDesk('takeLine', { params }), 'It’s yours now.')}
          >
            Take it
          </Button>
        )}
        {may.includes('start') && (
          <Button look={primary ? 'quiet' : 'primary'} busy={busy === 'start'} onClick={() => void start()}>
            Start
            <KeyHint me={me} name="S" />
          </Button>
        )}
        {canDeliver && (
          <Button look={line.status === 'delivered' ? 'quiet' : 'primary'} onClick={() => setOpen('deliver')}>
            {line.status === 'delivered' ? 'Deliver a better version' : 'Deliver'}
          </Button>
        )}
        {may.includes('handIn') && (
          <Button
            look={canDeliver ? 'quiet' : 'primary'}
            busy={busy === 'handIn'}
            onClick={() => void handIn()}
          >
            Hand in
          </Button>
        )}
        {may.includes('handBack') && (
          <Button look="quiet" onClick={() => setOpen('handBack')}>
            Hand back
            <KeyHint me={me} name="H" />
          </Button>
        )}
        {may.includes('ask') && (
          <Button look="quiet" onClick={() => setOpen('ask')}>
            Ask the customer
            <KeyHint me={me} name="Q" />
          </Button>
        )}
        {may.includes('resume') && (
          <Button look="quiet" onClick={() => setOpen('resume')}>
            Go on
          </Button>
        )}
        {may.includes('giveBack') && (
          <Button
            look="quiet"
            busy={busy === 'giveBack'}
            onClick={() =>
              void act('giveBack', () => callDesk('giveBackLine', { params }), 'It’s back in the queue.')
            }
          >
            Release it
          </Button>
        )}
        {line.sendAt !== null && mayDo(me, 'work.deliver') && (
          <Button busy={busy === 'undo'} onClick={() => void undo()}>
            Undo the delivery
          </Button>
        )}
      </div>
      <div role="tablist" aria-label="Sections" className="choice-bar panes-bar">
        {panes.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={pane === one}
            aria-controls={`pane-${one}`}
            onClick={() => setPane(one)}
          >
            {one === 'Checks' && !hasChecks ? 'History' : one}
          </button>
        ))}
      </div>
      <div className="workroom" data-pane={pane}>
        <section id="pane-Brief" data-name="Brief" aria-label="Brief">
          <h2 className="mb-3">Brief</h2>
          {mayDo(me, 'ticket.see') && <LineMessages number={number} />}
          <BriefPane line={line} />
        </section>
        <section id="pane-Text" data-name="Text" aria-label="Text">
          <h2 className="mb-3">Text</h2>
          <TextPane line={line} draft={draft} checks={checks} wanted={wanted} />
        </section>
        <section id="pane-Checks" data-name="Checks" aria-label={hasChecks ? 'Checks' : 'History'}>
          <h2 className="mb-3">{hasChecks ? 'Checks' : 'History'}</h2>
          <div className="flex flex-col gap-8">
            <PointsPane line={line} onShow={show} />
            {hasChecks && <ChecksPane line={line} draft={draft} checks={checks} onShow={show} />}
            <LineHistory line={line} />
          </div>
        </section>
      </div>
      {open === 'ask' && (
        <SayDialog
          title="Ask the customer"
          explanation="The customer gets an email. The due date is postponed until they answer."
          label="Question"
          schema={askBody}
          action="Send the question"
          max={workBounds.message}
          onClose={() => setOpen(undefined)}
          onSend={async (body) => {
            await callDesk('askCustomer', { params, body });
            notify({ message: 'Asked. The due date is postponed until they answer.' });
            await refreshWork(client);
          }}
        />
      )}
      {open === 'resume' && (
        <SayDialog
          title="Go on with the work"
          explanation="Use this if they answered elsewhere, such as by phone. The delivery clock restarts, and they get an email with what you write here."
          label="Their answer"
          schema={resumeBody}
          action="Go on"
          max={workBounds.message}
          onClose={() => setOpen(undefined)}
          onSend={async (body) => {
            await callDesk('resumeWork', { params, body });
            notify({ message: 'The delivery clock is running again.' });
            await refreshWork(client);
          }}
        />
      )}
      {open === 'handBack' && (
        <SayDialog
          title="Hand back"
          explanation="The writer can keep working on the text and sees your note next to it."
          label="Note to the writer"
          schema={noteBody}
          action="Hand back"
          max={workBounds.note}
          onClose={() => setOpen(undefined)}
          onSend={async (body) => {
            await callDesk('handBack', { params, body });
            notify({ message: 'Handed back.' });
            await refreshWork(client);
          }}
        />
      )}
      {open === 'deliver' && (
        <DeliverDialog
          line={line}
          draft={draft}
          mayOverride={mayDo(me, 'work.override')}
          isAlone={line.needsReader && (draft.state.kind !== 'saved' || line.draft?.savedBy.id === me.id)}
          onClose={() => setOpen(undefined)}
          onSent={() => {
            setOpen(undefined);
            notify({
              message: 'Sending in a few seconds.',
              action: { label: 'Undo', run: () => void undo() },
            });
            void refreshWork(client);
          }}
        />
      )}
    </>
  );
}

function Head({ line }: { line: DeskLine }) {
  const { number, position, linesInOrder, amounts, customer, isExpress, revisionsLeft, assignee, daysLate } =
    line;
  const me = useOutletContext<Me>();
  const here = useNewest()?.here ?? [];
  const place = linesInOrder === 1 ? number : `${number}, line ${position} of ${linesInOrder}`;
  return (
    <div className="-mt-4 flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tag">{stateWords(line)}</span>
        <span className={daysLate > 0 ? 'font-semibold text-red-text' : ''}>
          {daysLate > 0 ? neededWords(line) : line.neededOn && `Needed ${formatDay(line.neededOn)}`}
        </span>
        {isExpress && <span className="tag">Express</span>}
        <span className="text-muted">{assignee ? assignee.name : 'Nobody has taken it'}</span>
      </p>
      <p className="text-muted">
        {mayDo(me, 'order.see') ? (
          <Link to={`/orders/${number}`} className="link">
            {place}
          </Link>
        ) : (
          place
        )}
        {[
          '',
          amounts,
          customer,
          `${revisionsLeft} revision ${revisionsLeft === 1 ? 'round' : 'rounds'} left`,
          `about ${line.sheet.minutes} minutes`,
        ]
          .filter((part, index) => index === 0 || part !== '')
          .join(' · ')}
      </p>
      <p role="status" className="min-h-6 font-semibold">
        {hereWords(here)}
      </p>
    </div>
  );
}

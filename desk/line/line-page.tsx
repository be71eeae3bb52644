import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useOutletContext, useParams } from 'react-router';
import { checkWork } from '#contract/work/check-work.ts';
import type { Me } from '#contract/desk/staff.ts';
import { askBody, type DeskLine, noteBody, resumeBody, workBounds } from '#contract/desk/work.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { pathBeside } from '#desk/frame/use-list-place.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import { useLeaveTask } from '#desk/work/next-task.ts';
import { lineUrl } from '#desk/work/line-words.ts';
import { refreshWork, usePlace } from '#desk/work/pulse.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { BriefPane } from './brief-pane.tsx';
import { ChecksPane } from './checks-pane.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { HandInDialog } from './hand-in-dialog.tsx';
import { LineMessages } from './line-messages.tsx';
import { LineHead, ReturnNote } from './line-head.tsx';
import { LineHistory } from './line-history.tsx';
import { SayDialog } from './say-dialog.tsx';
import { focusOpenPoint, PointsPane } from './points-pane.tsx';
import { TextPane, type Wanted } from './text-pane.tsx';
import { useDraft } from './use-draft.ts';
import { useMainKey } from './use-main-key.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

/** The page of one line: brief, text and checks. */
export function LinePage() {
  const { number = '', position = '' } = useParams();
  const line = useQuery({
    queryKey: ['line', number, Number(position)],
    queryFn: ({ signal }) => callDesk('showLine', { params: { number, position: Number(position) }, signal }),
    staleTime: 0,
    // never shows an earlier visit's line: text typed into it would conflict with the newest draft
    gcTime: 0,
    // polls until the delivery is sent and the files are scanned
    refetchInterval: ({ state: { data } }) =>
      data?.sendAt ? 2_000 : data?.files.some(({ scan }) => scan === 'waiting') ? 10_000 : false,
  });
  return (
    <Screen title={line.data ? `${line.data.brand ?? line.data.customer}: ${line.data.title}` : 'Line'}>
      <Awaited query={line}>
        {(found) => <Workroom key={`${found.number} ${found.position}`} line={found} />}
      </Awaited>
    </Screen>
  );
}

type Open = 'ask' | 'resume' | 'handIn' | 'handBack' | 'deliver';
const panes = ['Brief', 'Text', 'Checks'] as const;
type Pane = (typeof panes)[number];

function Workroom({ line }: { line: DeskLine }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const go = useNavigate();
  const leaveTask = useLeaveTask();
  const draft = useDraft(line, me.id);
  const [open, setOpen] = useState<Open>();
  /** Whether the next task opens after the delivery or the submission. */
  const [thenNext, setThenNext] = useState(false);
  const [pane, setPane] = useState<Pane>('Text');
  const { running: busy, begin, end } = useOneAtATime<string>();
  const [wanted, setWanted] = useState<Wanted>();
  const show = (piece: string, quote: string) => {
    setPane('Text');
    setWanted({ piece, quote });
  };
  /** Acts in a pane, which a narrow screen shows only when it is chosen. */
  const inPane = (name: Pane, run: () => void) => {
    flushSync(() => setPane(name));
    run();
  };
  const { number, position, may, sheet, briefValues, points } = line;
  const params = { number, position };
  const own = `${me.id}-${number}-${position}`;
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
  /** Runs an action, shows its result as a message, and reloads the line or opens the next task. */
  const act = async (
    name: string,
    run: () => Promise<unknown>,
    message: string,
    isLast = false,
  ): Promise<void> => {
    if (!begin(name)) return;
    try {
      await run();
      notify({ message });
      if (isLast) await leaveTask();
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end(name);
    await refreshWork(client);
  };
  /** Opens the line beside this one in the list, in the place of this one, so that Back leads to the list. */
  const goBeside = (by: 1 | -1) => {
    const url = pathBeside(lineUrl(line), by);
    if (url === undefined)
      notify({ message: `There’s no ${by === 1 ? 'next' : 'previous'} line in the list.` });
    else void go(url, { replace: true });
  };
  const start = () =>
    act(
      'start',
      async () => {
        const { refused } = await callDesk('startLines', { body: { lines: [params] } });
        if (refused[0]) throw new Error(refused[0].why);
      },
      'Started. The customer will get an email.',
    );
  const handIn = (isLast = false) =>
    act(
      'handIn',
      async () => {
        const basedOn = await draft.flush();
        if (basedOn === undefined) throw new Error('The text couldn’t be saved.');
        await callDesk('handIn', { params, body: { basedOn } });
      },
      'Submitted for review. Someone else will review and deliver it.',
      isLast,
    );
  const failed = checks.filter(({ ok }) => ok === 'no');
  const submit = (isLast = false) => {
    if (failed.length === 0) return void handIn(isLast);
    setThenNext(isLast);
    setOpen('handIn');
  };
  const undo = () =>
    act('undo', () => callDesk('undoDelivery', { params }), 'Delivery undone. The customer won’t see it.');
  const mayUndo = line.sendAt !== null && mayDo(me, 'work.deliver');
  // without a text there is nothing to check
  const hasChecks = may.includes('write') || line.draft !== null;
  const canDeliver = may.includes('deliver');
  const deliver = (isLast = false) => {
    setThenNext(isLast);
    setOpen('deliver');
  };
  const primary = canDeliver ? deliver : may.includes('handIn') ? submit : undefined;
  const sent = async () => {
    setOpen(undefined);
    const action = {
      label: 'Undo',
      expires: true as const,
      // from the next task, returns to the line
      run: () => void undo().then(() => (thenNext ? go(`/lines/${number}/${position}`) : undefined)),
    };
    const message = thenNext
      ? `The delivery of ${number} will be sent in a few seconds.`
      : 'The delivery will be sent in a few seconds.';
    notify({ message, action });
    if (thenNext) await leaveTask();
    await refreshWork(client);
  };
  useKeys(
    {
      ...(may.includes('start') ? { s: () => void start() } : {}),
      ...(may.includes('ask') ? { q: () => setOpen('ask') } : {}),
      ...(may.includes('handBack') ? { h: () => setOpen('handBack') } : {}),
      j: () => goBeside(1),
      k: () => goBeside(-1),
      i: () => inPane('Checks', () => document.getElementById('note')?.focus()),
      ...(points.length > 0 ? { p: () => inPane('Checks', focusOpenPoint) } : {}),
      ...(mayUndo ? { u: () => void undo() } : {}),
      ...(may.includes('write')
        ? { f: () => inPane('Text', () => document.getElementById('draft-files')?.click()) }
        : {}),
    },
    me.singleKeys,
  );
  useMainKey(primary, draft, () => refreshWork(client));
  return (
    <>
      <LineHead line={line} />
      <div className="-mt-8 flex flex-wrap gap-3 empty:hidden">
        {may.includes('take') && (
          <Button
            look="quiet"
            busy={busy === 'take'}
            onClick={() => void act('take', () => callDesk('takeLine', { params }), 'Assigned to you.')}
          >
            Assign to me
          </Button>
        )}
        {may.includes('start') && (
          <Button look={primary ? 'quiet' : 'primary'} busy={busy === 'start'} onClick={() => void start()}>
            Start
            <KeyHint me={me} name="S" />
          </Button>
        )}
        {canDeliver && (
          <Button look={line.status === 'delivered' ? 'quiet' : 'primary'} onClick={() => deliver()}>
            {line.status === 'delivered' ? 'Deliver an improved version' : 'Deliver'}
          </Button>
        )}
        {may.includes('handIn') && (
          <Button look={canDeliver ? 'quiet' : 'primary'} busy={busy === 'handIn'} onClick={() => submit()}>
            Submit for review
          </Button>
        )}
        {canDeliver && line.handedInAt === null && line.whyNot['handIn'] !== undefined && (
          <p className="self-center text-muted">{line.whyNot['handIn']}</p>
        )}
        {may.includes('handBack') && (
          <Button look="quiet" onClick={() => setOpen('handBack')}>
            Return to the writer
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
            Resume work
          </Button>
        )}
        {may.includes('giveBack') && (
          <Button
            look="quiet"
            busy={busy === 'giveBack'}
            onClick={() =>
              void act(
                'giveBack',
                () => callDesk('giveBackLine', { params }),
                'You’re no longer assigned to this line.',
              )
            }
          >
            Unassign me
          </Button>
        )}
        {mayUndo && (
          <Button busy={busy === 'undo'} onClick={() => void undo()}>
            Undo the delivery
            <KeyHint me={me} name="U" />
          </Button>
        )}
      </div>
      <ReturnNote line={line} />
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
          name={`ask-${own}`}
          title="Ask the customer"
          explanation="The customer will get an email. The delivery clock is paused until they answer."
          label="Question"
          schema={askBody}
          action="Send the question"
          max={workBounds.message}
          onClose={() => setOpen(undefined)}
          onSend={async (body) => {
            await callDesk('askCustomer', { params, body });
            notify({ message: 'Question sent. The delivery clock is paused until the customer answers.' });
            await refreshWork(client);
          }}
        />
      )}
      {open === 'resume' && (
        <SayDialog
          name={`resume-${own}`}
          title="Resume work"
          explanation="Use this if the customer answered another way, such as by phone. The delivery clock resumes, and the customer will get an email with your text below."
          label="The customer’s answer"
          schema={resumeBody}
          action="Resume work"
          max={workBounds.message}
          onClose={() => setOpen(undefined)}
          onSend={async (body) => {
            await callDesk('resumeWork', { params, body });
            notify({ message: 'Work resumed. The customer will get an email.' });
            await refreshWork(client);
          }}
        />
      )}
      {open === 'handIn' && (
        <HandInDialog
          failed={failed}
          onClose={() => setOpen(undefined)}
          onSubmit={() => {
            setOpen(undefined);
            void handIn(thenNext);
          }}
        />
      )}
      {open === 'handBack' && (
        <SayDialog
          name={`return-${own}`}
          title="Return to the writer"
          explanation="The writer can keep working on the text and will see your note next to it."
          label="Note for the writer"
          schema={noteBody}
          action="Return to the writer"
          max={workBounds.note}
          onClose={() => setOpen(undefined)}
          onSend={async (body) => {
            await callDesk('handBack', { params, body });
            notify({ message: 'Returned to the writer.' });
            await refreshWork(client);
          }}
        />
      )}
      {open === 'deliver' && (
        <DeliverDialog
          line={line}
          draft={draft}
          mayOverride={mayDo(me, 'work.override')}
          isAlone={
            line.needsReader &&
            (draft.state.kind !== 'saved' || line.draft?.savedBy.id === me.id) &&
            (line.draft?.handedInBy ?? me).id === me.id
          }
          onClose={() => setOpen(undefined)}
          thenNext={thenNext}
          onSent={() => void sent()}
        />
      )}
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useOutletContext, useParams } from 'react-router';
import { checkWork } from '#contract/work/check-work.ts';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { pathBeside } from '#desk/frame/use-list-place.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { useLeaveTask } from '#desk/work/next-task.ts';
import { lineUrl } from '#desk/work/line-words.ts';
import { refreshWork, usePlace } from '#desk/work/pulse.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { type AskedAct, AskedActDialog } from './asked-act-dialog.tsx';
import { DeliverDialog } from './deliver-dialog.tsx';
import { HandInDialog } from './hand-in-dialog.tsx';
import { LineButtons } from './line-buttons.tsx';
import { LineHead, ReturnNote } from './line-head.tsx';
import { LinePanes, type Pane } from './line-panes.tsx';
import { focusOpenPoint } from './points-pane.tsx';
import type { Wanted } from './text-pane.tsx';
import { useDraft } from './use-draft.ts';
import { useLineActs } from './use-line-acts.ts';
import { useMainKey } from './use-main-key.ts';

/**
 * Opens the line beside this one in the list when J or K is pressed, in the place of this one, so that Back leads to the list.
 * Also works while a line loads, so that presses in quick succession all count.
 */
function useKeysBeside(path: string, isOn: boolean): void {
  const go = useNavigate();
  const opened = useRef(path);
  useEffect(() => {
    opened.current = path;
  }, [path]);
  const goBeside = (by: 1 | -1) => {
    const beside = pathBeside(opened.current, by);
    if (beside === undefined) {
      notify({ message: `There’s no ${by === 1 ? 'next' : 'previous'} line in the list.` });
      return;
    }
    opened.current = beside;
    void go(beside, { replace: true });
  };
  useKeys({ j: () => goBeside(1), k: () => goBeside(-1) }, isOn);
}

/** The page of one line: brief, text and checks. */
export function LinePage() {
  const { number = '', position = '' } = useParams();
  const { singleKeys } = useOutletContext<Me>();
  useKeysBeside(lineUrl({ number, position: Number(position) }), singleKeys);
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
    <Screen
      title={line.data ? `${line.data.brand ?? line.data.customer}: ${line.data.title}` : 'Line'}
      heading={
        line.data && (
          <>
            <bdi>{line.data.brand ?? line.data.customer}</bdi>: {line.data.title}
          </>
        )
      }
    >
      <Awaited query={line}>
        {(found) => <Workroom key={`${found.number} ${found.position}`} line={found} />}
      </Awaited>
    </Screen>
  );
}

type Open = AskedAct | 'handIn' | 'deliver';

function Workroom({ line }: { line: DeskLine }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const go = useNavigate();
  const leaveTask = useLeaveTask();
  const draft = useDraft(line, me.id);
  const acts = useLineActs(line, draft);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  /** Whether the next task opens after the delivery or the submission. */
  const [thenNext, setThenNext] = useState(false);
  const [pane, setPane] = useState<Pane>('Text');
  const [wanted, setWanted] = useState<Wanted>();
  const { number, position, may, sheet, briefValues, points } = line;
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
  const failed = checks.filter(({ ok }) => ok === 'no');
  const mayUndo = line.sendAt !== null && mayDo(me, 'work.deliver');
  const openFor = (dialog: 'handIn' | 'deliver', isLast: boolean) => {
    setThenNext(isLast);
    setOpen(dialog);
  };
  const submit = (isLast: boolean) =>
    void (failed.length === 0 ? acts.handIn(isLast) : acts.saveAndAsk(() => openFor('handIn', isLast)));
  const deliver = (isLast: boolean) => openFor('deliver', isLast);
  const sent = async () => {
    close();
    const action = {
      label: 'Undo',
      expires: true as const,
      // goes back to this line, if the delivery has opened the next task
      run: () => void acts.undo().then(() => (thenNext ? go(`/lines/${number}/${position}`) : undefined)),
    };
    const message = thenNext
      ? `The work on ${number} will be delivered in a few seconds.`
      : 'The work will be delivered in a few seconds.';
    notify({ message, action });
    if (thenNext) await leaveTask();
    await refreshWork(client);
  };
  /** Acts in a pane, which a narrow screen shows only when it is chosen. */
  const inPane = (name: Pane, run: () => void) => {
    flushSync(() => setPane(name));
    run();
  };
  useKeys(
    {
      ...(may.includes('start') ? { s: () => void acts.start() } : {}),
      ...(may.includes('ask') ? { q: () => setOpen('ask') } : {}),
      ...(may.includes('handBack') ? { h: () => setOpen('handBack') } : {}),
      i: () => inPane('Checks', () => document.getElementById('note')?.focus()),
      ...(points.length > 0 ? { p: () => inPane('Checks', focusOpenPoint) } : {}),
      ...(mayUndo ? { u: () => void acts.undo() } : {}),
      ...(may.includes('write')
        ? { f: () => inPane('Text', () => document.getElementById('draft-files')?.click()) }
        : {}),
    },
    me.singleKeys,
  );
  useMainKey(may.includes('deliver') ? deliver : may.includes('handIn') ? submit : undefined, draft, () =>
    refreshWork(client),
  );
  return (
    <>
      <LineHead line={line} />
      <LineButtons
        me={me}
        line={line}
        acts={acts}
        mayUndo={mayUndo}
        onOpen={setOpen}
        onSubmit={() => submit(false)}
        onDeliver={() => deliver(false)}
      />
      <ReturnNote line={line} />
      <LinePanes
        me={me}
        line={line}
        draft={draft}
        checks={checks}
        pane={pane}
        onPane={setPane}
        wanted={wanted}
        onShow={(piece, quote) => {
          setPane('Text');
          setWanted({ piece, quote });
        }}
      />
      {open === 'handIn' ? (
        <HandInDialog
          failed={failed}
          onClose={close}
          onSubmit={() => {
            close();
            void acts.handIn(thenNext);
          }}
        />
      ) : open === 'deliver' ? (
        <DeliverDialog
          line={line}
          draft={draft}
          mayOverride={mayDo(me, 'work.override')}
          isAlone={
            line.needsReview &&
            (draft.state.kind !== 'saved' || line.draft?.savedBy.id === me.id) &&
            (line.draft?.handedInBy ?? me).id === me.id
          }
          onClose={close}
          thenNext={thenNext}
          onSent={() => void sent()}
        />
      ) : (
        open !== undefined && <AskedActDialog act={open} me={me} line={line} onClose={close} />
      )}
    </>
  );
}

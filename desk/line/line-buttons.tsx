import type { Me } from '#contract/desk/staff.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { Button } from '#ui/button.tsx';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import type { AskedAct } from './asked-act-dialog.tsx';
import type { LineActs } from './use-line-acts.ts';

type Props = {
  me: Me;
  line: DeskLine;
  acts: LineActs;
  mayUndo: boolean;
  onOpen: (act: AskedAct) => void;
  onSubmit: () => void;
  onDeliver: () => void;
};

/** The buttons for the acts that a person may do to a line. The main one is primary; each shows its key. */
export function LineButtons({ me, line, acts, mayUndo, onOpen, onSubmit, onDeliver }: Props) {
  const { may, status, handedInAt, whyNot } = line;
  const { busy } = acts;
  const canDeliver = may.includes('deliver');
  const isSubmitted = handedInAt !== null;
  // why one of the two ways to finish the text is missing
  const missing = canDeliver
    ? isSubmitted
      ? undefined
      : whyNot.handIn
    : isSubmitted || may.includes('handIn')
      ? whyNot.deliver
      : undefined;
  const hasMain = canDeliver || may.includes('handIn');
  return (
    <div className="-mt-8 flex flex-wrap gap-3 empty:hidden">
      {may.includes('take') && (
        <Button look="quiet" busy={busy === 'take'} onClick={() => void acts.take()}>
          Assign to me
        </Button>
      )}
      {may.includes('start') && (
        <Button
          look={hasMain ? 'quiet' : 'primary'}
          busy={busy === 'start'}
          onClick={() => void acts.start()}
        >
          Start work
          <KeyHint me={me} name="S" />
        </Button>
      )}
      {canDeliver && (
        <Button look={status === 'delivered' ? 'quiet' : 'primary'} onClick={onDeliver}>
          {status === 'delivered' ? 'Deliver an improved version' : 'Deliver'}
        </Button>
      )}
      {may.includes('handIn') && (
        <Button look={canDeliver ? 'quiet' : 'primary'} busy={busy === 'handIn'} onClick={onSubmit}>
          Submit for review
        </Button>
      )}
      {missing !== undefined && <p className="self-center text-muted">{missing}</p>}
      {may.includes('handBack') && (
        <Button look="quiet" onClick={() => onOpen('handBack')}>
          Return to the writer
          <KeyHint me={me} name="H" />
        </Button>
      )}
      {may.includes('ask') && (
        <Button look="quiet" onClick={() => onOpen('ask')}>
          Ask the customer
          <KeyHint me={me} name="Q" />
        </Button>
      )}
      {may.includes('resume') && (
        <Button look="quiet" onClick={() => onOpen('resume')}>
          Resume work
        </Button>
      )}
      {may.includes('giveBack') && (
        <Button look="quiet" busy={busy === 'giveBack'} onClick={() => void acts.giveBack()}>
          Unassign me
        </Button>
      )}
      {mayUndo && (
        <Button busy={busy === 'undo'} onClick={() => void acts.undo()}>
          Undo the delivery
          <KeyHint me={me} name="U" />
        </Button>
      )}
    </div>
  );
}

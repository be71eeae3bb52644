import { useOutletContext } from 'react-router';
import {
  type Explanation,
  explainedAccounts,
  explanationForm,
  explanationNote,
  explanations,
  type UnexplainedMovement,
} from '#contract/desk/money-lists.ts';
import type { Me } from '#contract/desk/staff.ts';
import { accountLabel } from '#contract/desk/ledger-words.ts';
import { formatMoney } from '#contract/money.ts';
import { explanationName } from '#contract/desk/report-words.ts';
import { CardChoice } from '#ui/choices.tsx';
import { FieldError } from '#ui/field.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const nothing: { explanation: Explanation | ''; note: string } = { explanation: '', note: '' };

/** Asks what a transaction was for, and posts it to the account for that purpose. */
export function ExplainDialog({
  movement: { provider, livemode, id, amount, currency },
  onClose,
  again,
}: {
  movement: UnexplainedMovement;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const { id: me } = useOutletContext<Me>();
  const { busy, field, form, set, latest, errorAt } = useSendForm({
    name: `explain-${me}-${id}`,
    initial: nothing,
    schema: explanationForm,
    fields: ['explanation', 'note'],
    keeps: true,
    async send({ explanation, note }) {
      if (explanation === '') return;
      const body = { provider, livemode, id, explanation, note };
      try {
        await withProof(() => callDesk('explainMovement', { body }));
      } catch (error) {
        // reloads, because someone else may have explained it
        void again();
        throw error;
      }
      notify({ message: `Posted to “${accountLabel(explainedAccounts[explanation])}”.` });
      onClose();
      await again();
    },
  });
  const { explanation } = latest.current;
  const { id: choiceId } = field('explanation');
  const error = errorAt('explanation');
  return (
    <Dialog title={`Explain this ${formatMoney(amount, currency)} transaction`} onClose={onClose} isSentByKey>
      <p>
        First look up this transaction in the provider’s dashboard:{' '}
        <span className="wrap-anywhere">{id}</span>. You can’t change an explanation later.
      </p>
      <SendForm form={form} className="gap-4">
        <fieldset aria-describedby={error ? `${choiceId}-error` : undefined}>
          <legend className="mb-2 font-semibold">What was this transaction?</legend>
          {error && <FieldError id={`${choiceId}-error`}>{error}</FieldError>}
          <div className="flex flex-col gap-2">
            {explanations.map((one, index) => (
              <CardChoice
                key={one}
                id={index === 0 ? choiceId : undefined}
                type="radio"
                name="explanation"
                value={one}
                checked={explanation === one}
                onChecked={() => set({ explanation: one })}
                title={explanationName(one, amount)}
                hint={`Posted to “${accountLabel(explainedAccounts[one])}”`}
              />
            ))}
          </div>
        </fieldset>
        <TextArea
          {...field('note')}
          label="Note"
          optional={explanation !== 'other'}
          hint="The accountant will see this note in the journal."
          max={explanationNote.max}
        />
        <FormButtons busy={busy} busyText="Saving" onClose={onClose}>
          Explain
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}

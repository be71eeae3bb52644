import { useState } from 'react';
import type { Me } from '#contract/desk/staff.ts';
import { proofBody } from '#contract/desk/staff-log-in.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { useShared } from '#ui/shared-state.ts';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from '#desk/api/passkeys.ts';
import { proofQuestion } from '#desk/api/prove.ts';
import { Dialog } from './dialog.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** Asks for a passkey or a code before a change of money or people. The proof is valid for ten minutes. */
export function ProofDialog({ me }: { me: Me }) {
  const question = useShared(proofQuestion, null);
  if (!question) return null;
  return (
    <Dialog title="Confirm it’s you" onClose={() => question.answer(false)}>
      <p>Confirm your identity to continue. You won’t be asked again for ten minutes.</p>
      {me.passkeys.length > 0 && hasPasskeys() && <PasskeyProof onProven={() => question.answer(true)} />}
      {me.hasCode && <CodeProof onProven={() => question.answer(true)} />}
      <Button look="quiet" onClick={() => question.answer(false)}>
        Cancel
      </Button>
    </Dialog>
  );
}

function PasskeyProof({ onProven }: { onProven: () => void }) {
  const { busy, begin, end } = useOneAtATime();
  const [failure, setFailure] = useState<string>();
  const prove = async () => {
    if (!begin()) return;
    setFailure(undefined);
    try {
      const passkey = await signWithPasskey(await callDesk('beginProof', {}));
      await callDesk('prove', { body: { passkey } });
      onProven();
    } catch (error) {
      setFailure(passkeyMessage(error) ?? failureMessage(error));
      end();
    }
  };
  return (
    <>
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      <Button busy={busy} busyText="Waiting for your passkey" onClick={() => void prove()}>
        Use your passkey
      </Button>
    </>
  );
}

const noCode = { code: '' };

function CodeProof({ onProven }: { onProven: () => void }) {
  const { busy, field, form } = useSendForm({
    name: 'proof',
    initial: noCode,
    schema: proofBody,
    fields: ['code'],
    async send({ code }) {
      await callDesk('prove', { body: { code } });
      onProven();
    },
  });
  return (
    <SendForm form={form}>
      <TextField
        {...field('code')}
        label="Code from your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" busy={busy} busyText="Checking">
        Confirm with this code
      </Button>
    </SendForm>
  );
}

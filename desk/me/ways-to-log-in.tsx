import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeForm, type Me, passkeyForm } from '#contract/desk/staff.ts';
import { staffBounds } from '#contract/desk/staff-log-in.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatDay } from '#desk/frame/format-time.ts';
import { makePasskey, throwAsFormError } from '#desk/api/make-passkey.ts';
import { hasPasskeys } from '#desk/api/passkeys.ts';
import { NotProven, withProof } from '#desk/api/prove.ts';
import { keepMe, useSession } from '#desk/api/session.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import { CodeSecret } from '#desk/log-in/code-secret.tsx';
import { RecoveryCodes } from '#desk/log-in/recovery-codes.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

type Open = 'passkey' | 'password' | { codes: readonly string[] };

/** Passkeys, password with authenticator app, and recovery codes; each change requires a proof. */
export function WaysToLogIn({ me }: { me: Me }) {
  const client = useQueryClient();
  const canPasskey = useSession().data?.passkeys.possible === true && hasPasskeys();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { begin, end } = useOneAtATime();
  const attempt = async (run: () => Promise<void>) => {
    if (!begin()) return;
    try {
      await withProof(run);
    } catch (error) {
      if (!(error instanceof NotProven)) notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  const finish = (changed: Me, message: string) => {
    keepMe(client, changed);
    close();
    notify({ message });
  };
  return (
    <section aria-labelledby="ways" className="max-w-2xl">
      <h2 id="ways">Login methods</h2>
      {me.passkeys.length > 0 && (
        <ul className="mt-4 border-t border-hairline">
          {me.passkeys.map(({ id, label, isSynced, createdAt, lastUsedAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2"
            >
              <span>
                <strong>{label}</strong>
                <span className="block text-muted">
                  Passkey{isSynced && ', synced across your devices'}, added {formatDay(createdAt)}
                  {lastUsedAt && `, last used ${formatDay(lastUsedAt)}`}
                </span>
              </span>
              <Button
                look="quiet"
                small
                aria-label={`Remove the passkey ${label}`}
                onClick={() =>
                  void attempt(async () =>
                    finish(await callDesk('removePasskey', { params: { id } }), 'Passkey removed'),
                  )
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-muted">
        {me.hasCode ? 'You have a password and an authenticator app.' : 'You haven’t set a password.'}{' '}
        {me.recoveryCodesLeft === 1
          ? 'You have 1 recovery code left.'
          : `You have ${me.recoveryCodesLeft} recovery codes left.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {canPasskey && (
          <Button look="quiet" small onClick={() => setOpen('passkey')}>
            Add a passkey
          </Button>
        )}
        <Button look="quiet" small onClick={() => setOpen('password')}>
          {me.hasCode ? 'Change password and authenticator app' : 'Set a password'}
        </Button>
        <Button
          look="quiet"
          small
          onClick={() => void attempt(async () => setOpen(await callDesk('renewRecoveryCodes', {})))}
        >
          Get new recovery codes
        </Button>
      </div>
      {open === 'passkey' && (
        <AddPasskey onClose={close} onAdded={(changed) => finish(changed, 'Passkey added')} />
      )}
      {open === 'password' && (
        <SetPassword onClose={close} onSet={(changed) => finish(changed, 'Password set')} />
      )}
      {typeof open === 'object' && (
        <Dialog title="Your new recovery codes" onClose={close}>
          <RecoveryCodes
            codes={open.codes}
            onSaved={() => {
              close();
              void client.invalidateQueries({ queryKey: ['session'] });
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

const unnamed = { label: 'This device' };

function AddPasskey({ onClose, onAdded }: { onClose: () => void; onAdded: (me: Me) => void }) {
  const { busy, field, form } = useSendForm({
    name: 'add-passkey',
    initial: unnamed,
    schema: passkeyForm,
    fields: ['label'],
    async send({ label }) {
      const passkey = await withProof(() => callDesk('beginPasskey', {}))
        .then(makePasskey)
        .catch(throwAsFormError);
      onAdded(await withProof(() => callDesk('addPasskey', { body: { ...passkey, label } })));
    },
  });
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <SendForm form={form} className="gap-4">
        <TextField {...field('label')} label="Passkey name" autoComplete="off" />
        <FormButtons busy={busy} busyText="Waiting for your device" onClose={onClose}>
          Create passkey
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}

const nothingTyped = { password: '', code: '' };

function SetPassword({ onClose, onSet }: { onClose: () => void; onSet: (me: Me) => void }) {
  const offer = useQuery({
    queryKey: ['my-code'],
    queryFn: () => withProof(() => callDesk('offerCode', {})),
    gcTime: 0,
    staleTime: Infinity,
  });
  const { busy, field, form } = useSendForm({
    name: 'set-password',
    initial: nothingTyped,
    schema: codeForm,
    fields: ['password', 'code'],
    async send(typed) {
      const body = { ...typed, secret: offer.data?.secret ?? '' };
      onSet(await withProof(() => callDesk('setPassword', { body })));
    },
  });
  return (
    <Dialog title="Password and authenticator app" onClose={onClose}>
      <SendForm form={form} className="gap-4">
        <PasswordField
          {...field('password')}
          label="New password"
          hint={`At least ${staffBounds.password.min} characters, without your name or email. Try three unrelated words.`}
          autoComplete="new-password"
        />
        {offer.isError && <p className="font-semibold text-red-text">{failureMessage(offer.error)}</p>}
        {offer.data ? <CodeSecret {...offer.data} /> : <Skeleton lines={3} />}
        <TextField
          {...field('code')}
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <FormButtons busy={busy || !offer.data} onClose={onClose}>
          Set password
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}

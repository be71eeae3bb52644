import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeForm, type Me, passkeyForm, staffBounds } from '#contract/desk-staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatDay } from '#desk/frame/format-time.ts';
import { hasPasskeys, makePasskey, sayOfPasskey } from '#desk/api/passkeys.ts';
import { NotProven, withProof } from '#desk/api/prove.ts';
import { keepMe, useSession } from '#desk/api/session.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { CodeSecret } from '#desk/log-in/code-secret.tsx';
import { RecoveryCodes } from '#desk/log-in/recovery-codes.tsx';

type Open = 'passkey' | 'password' | { codes: readonly string[] };

/** Passkeys, password with code, and recovery codes; each change asks for a proof. */
export function WaysToLogIn({ me }: { me: Me }) {
  const client = useQueryClient();
  const canPasskey = useSession().data?.passkeys.possible === true && hasPasskeys();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const attempt = (run: () => Promise<void>) =>
    void withProof(run).catch((error: unknown) => {
      if (!(error instanceof NotProven)) notify({ message: failureMessage(error), kind: 'error' });
    });
  const finish = (changed: Me, message: string) => {
    keepMe(client, changed);
    close();
    notify({ message });
  };
  return (
    <section aria-labelledby="ways" className="max-w-2xl">
      <h2 id="ways">Ways to log in</h2>
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
                  Passkey{isSynced && ', on all your devices'}, since {formatDay(createdAt)}
                  {lastUsedAt && `, last used ${formatDay(lastUsedAt)}`}
                </span>
              </span>
              <Button
                look="quiet"
                small
                aria-label={`Remove the passkey ${label}`}
                onClick={() =>
                  attempt(async () =>
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
        {me.hasCode ? 'You have a password with an authenticator app.' : 'You have no password.'}{' '}
        {me.recoveryCodesLeft === 1
          ? '1 recovery code is left.'
          : `${me.recoveryCodesLeft} recovery codes are left.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {canPasskey && (
          <Button look="quiet" small onClick={() => setOpen('passkey')}>
            Add a passkey
          </Button>
        )}
        <Button look="quiet" small onClick={() => setOpen('password')}>
          {me.hasCode ? 'Change password and app' : 'Set a password'}
        </Button>
        <Button
          look="quiet"
          small
          onClick={() => attempt(async () => setOpen(await callDesk('renewRecoveryCodes', {})))}
        >
          New recovery codes
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
        .catch(sayOfPasskey);
      onAdded(await withProof(() => callDesk('addPasskey', { body: { ...passkey, label } })));
    },
  });
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <SendForm form={form} className="gap-4">
        <TextField {...field('label')} label="Name of this passkey" autoComplete="off" />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy} busyText="Waiting for your device">
            Create passkey
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
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
          hint={`At least ${staffBounds.password.min} characters. Three or four unusual words work well.`}
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
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy || !offer.data}>
            Set password
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </SendForm>
    </Dialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { passwordLoginBody, recoverBody } from '#contract/desk/staff-log-in.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { useShared } from '#ui/shared-state.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { hasPasskeys, passkeyMessage, signWithPasskey } from '#desk/api/passkeys.ts';
import { keepMe, sessionEnded, useSession } from '#desk/api/session.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** Accepts only a path of the desk from the URL, so that a link can't redirect to another site. */
const pathOf = (to: string | null): string => (to && /^\/(?!\/)/.test(to) ? to : '/');

export function LogInPage() {
  const session = useSession();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const [recovers, setRecovers] = useState(false);
  const hasEnded = useShared(sessionEnded, false);
  if (session.data?.me) return <Navigate to={pathOf(query.get('to'))} replace />;
  const enter = (me: Me) => keepMe(client, me);
  return (
    <OutsideFrame title={recovers ? 'Use a recovery code' : 'Log in'}>
      {session.isPending && <Skeleton lines={4} />}
      {session.isError && (
        <Notice kind="error" role="alert" title={failureMessage(session.error)}>
          <Button look="quiet" small className="mt-3" onClick={() => void session.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {hasEnded && (
        <Notice title="Your session has ended">
          <p>
            Drafts, messages and notes that you were typing are saved on this device. Log in again to
            continue.
          </p>
        </Notice>
      )}
      {session.data?.isEmpty && (
        <Notice title="No one has an account yet">
          <p>
            Open the link that the server printed when it started. To get a new link, run{' '}
            <code>npm run operator -- desk</code> on the server.
          </p>
        </Notice>
      )}
      {session.data && recovers && <RecoverForm onBack={() => setRecovers(false)} />}
      {session.data && !recovers && (
        <>
          <PasskeyLogin reason={session.data.passkeys.reason} onEnter={enter} />
          <PasswordLogin onEnter={enter} onRecover={() => setRecovers(true)} />
        </>
      )}
    </OutsideFrame>
  );
}

function PasskeyLogin({ reason, onEnter }: { reason: string | null; onEnter: (me: Me) => void }) {
  const { busy, begin, end } = useOneAtATime();
  const [failure, setFailure] = useState<string>();
  const missing = reason ?? (hasPasskeys() ? null : 'This browser doesn’t support passkeys.');
  if (missing !== null) return <p className="text-muted">{missing}</p>;
  const logIn = async () => {
    if (!begin()) return;
    setFailure(undefined);
    try {
      const body = await signWithPasskey(await callDesk('beginPasskeyLogin', {}));
      onEnter((await callDesk('logInWithPasskey', { body })).me);
    } catch (error) {
      setFailure(passkeyMessage(error) ?? failureMessage(error));
      end();
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      <Button busy={busy} busyText="Waiting for your passkey" onClick={() => void logIn()}>
        Log in with a passkey
      </Button>
    </div>
  );
}

const noLogin = { email: '', password: '', code: '' };

function PasswordLogin({ onEnter, onRecover }: { onEnter: (me: Me) => void; onRecover: () => void }) {
  const { busy, field, form } = useSendForm({
    name: 'login',
    initial: noLogin,
    schema: passwordLoginBody,
    fields: ['email', 'password', 'code'],
    send: async (body) => onEnter((await callDesk('logInWithPassword', { body })).me),
  });
  return (
    <section aria-labelledby="with-password" className="border-t border-hairline pt-6">
      <h2 id="with-password" className="mb-4">
        Log in with a password and a code
      </h2>
      <SendForm form={form} className="gap-4">
        <EmailField {...field('email')} autoComplete="username" />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
        <TextField
          {...field('code')}
          label="Code from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button type="submit" look="quiet" busy={busy} busyText="Logging in">
            Log in
          </Button>
          <button type="button" className="link min-h-9" onClick={onRecover}>
            Use a recovery code
          </button>
        </div>
      </SendForm>
    </section>
  );
}

const noRecovery = { email: '', recoveryCode: '' };

function RecoverForm({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string>();
  const { busy, field, form } = useSendForm({
    name: 'recover',
    initial: noRecovery,
    schema: recoverBody,
    fields: ['email', 'recoveryCode'],
    async send(body) {
      await callDesk('recover', { body });
      setSentTo(body.email);
    },
  });
  const back = (
    <button type="button" className="link min-h-9 w-fit" onClick={onBack}>
      Back to login
    </button>
  );
  if (sentTo !== undefined)
    return (
      <>
        <Notice kind="success" role="status" title="Check your inbox">
          <p>
            If the code is correct, we’ve emailed a link to {sentTo}. Using the link disables your current
            login methods and ends all your other sessions.
          </p>
        </Notice>
        {back}
      </>
    );
  return (
    <>
      <SendForm form={form} className="gap-4">
        <EmailField {...field('email')} autoComplete="username" />
        <TextField
          {...field('recoveryCode')}
          label="Recovery code"
          hint="Enter one of the ten codes you saved. Each code works once."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" className="self-start" busy={busy} busyText="Checking">
          Continue
        </Button>
      </SendForm>
      {back}
    </>
  );
}

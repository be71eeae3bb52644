import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { codeForm, type Me, newPersonForm, passkeyForm } from '#contract/desk/staff.ts';
import { staffBounds } from '#contract/desk/staff-log-in.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { makePasskey, throwAsFormError } from '#desk/api/make-passkey.ts';
import { hasPasskeys } from '#desk/api/passkeys.ts';
import { keepMe, useSession } from '#desk/api/session.ts';
import { AlreadyIn, findJoined, isOver } from './already-in.tsx';
import { CodeSecret } from './code-secret.tsx';
import { OutsideFrame } from './outside-frame.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { refuseAtFields } from './welcome-errors.ts';

type Invitation = DeskAnswerOf<'lookAtInvitation'>;
type Welcomed = DeskAnswerOf<'welcome'>;

/** Whether a failure says nothing about the link: no connection, too many requests or a fault of the server. */
const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status >= 429;

/** The page that an invitation link opens: a new person creates an account; a returning person sets up a new way to log in. */
export function WelcomePage() {
  const code = decodeURIComponent(useLocation().hash.slice(1));
  const client = useQueryClient();
  const navigate = useNavigate();
  const [welcomed, setWelcomed] = useState<Welcomed>();
  const [joined, setJoined] = useState<Me>();
  const { data: session } = useSession();
  const look = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => callDesk('lookAtInvitation', { body: { code }, signal }),
    enabled: code !== '' && welcomed === undefined && joined === undefined,
    staleTime: Infinity,
    retry: false,
  });
  /** Joins the team. After a lost answer, the session says who has joined. */
  const join = async (welcome: () => Promise<Welcomed>) => {
    try {
      setWelcomed(await welcome());
    } catch (error) {
      const me = await findJoined(error, session?.me?.id);
      if (!me) throw error;
      setJoined(me);
    }
  };
  if (welcomed)
    return (
      <OutsideFrame title="Save your recovery codes">
        <RecoveryCodes
          codes={welcomed.recoveryCodes}
          onSaved={() => {
            keepMe(client, welcomed.me);
            void client.invalidateQueries({ queryKey: ['session'] });
            void navigate('/', { replace: true });
          }}
        />
      </OutsideFrame>
    );
  const renew = (me: Me) => (
    <AlreadyIn me={me} onCodes={(recoveryCodes) => setWelcomed({ me, recoveryCodes })} />
  );
  if (joined) return <OutsideFrame title="Welcome to the desk">{renew(joined)}</OutsideFrame>;
  if (look.isError && isPassing(look.error))
    return (
      <OutsideFrame title="We couldn’t check this link">
        <p>{failureMessage(look.error)}</p>
        <Button
          look="quiet"
          className="self-start"
          busy={look.isFetching}
          onClick={() => void look.refetch()}
        >
          Try again
        </Button>
      </OutsideFrame>
    );
  if (code === '' || look.isError)
    return (
      <OutsideFrame title="This link doesn’t work">
        <div>
          <p>
            {look.isError
              ? failureMessage(look.error)
              : 'Part of the link is missing. Copy the whole link and try again.'}
          </p>
          <p className="mt-2 text-muted">
            Each link works only once and for a limited time. If you’ve already used it, log in. Otherwise,
            ask for a new one.
          </p>
          <ButtonLink look="quiet" className="mt-4" to="/login">
            Go to login
          </ButtonLink>
        </div>
        {session?.me && isOver(look.error) && renew(session.me)}
      </OutsideFrame>
    );
  if (!look.data)
    return (
      <OutsideFrame title="Welcome">
        <Skeleton lines={4} />
      </OutsideFrame>
    );
  return (
    <OutsideFrame title={look.data.name === null ? 'Create your account' : `Welcome back, ${look.data.name}`}>
      <WaysToJoin code={code} invitation={look.data} join={join} />
    </OutsideFrame>
  );
}

type FieldProps = {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
};
type Step = {
  code: string;
  invitation: Invitation;
  join: (welcome: () => Promise<Welcomed>) => Promise<void>;
};

function WaysToJoin(step: Step) {
  const session = useSession();
  const reason =
    session.data?.passkeys.reason ?? (hasPasskeys() ? null : 'This browser doesn’t support passkeys.');
  const [withPassword, setWithPassword] = useState(false);
  if (session.isPending) return <Skeleton lines={4} />;
  const usesPassword = withPassword || reason !== null;
  return (
    <>
      <p>
        {step.invitation.name === null
          ? `You’ve been invited to join the team. Your role is ${step.invitation.roleLabel}.`
          : 'Set up a new login method. Your current ones will stop working, and you’ll be logged out everywhere.'}
      </p>
      {reason !== null && <p className="text-muted">{reason}</p>}
      {usesPassword ? <JoinWithPassword {...step} /> : <JoinWithPasskey {...step} />}
      {reason === null && (
        <button type="button" className="link min-h-9 w-fit" onClick={() => setWithPassword(!withPassword)}>
          {usesPassword ? 'Use a passkey instead' : 'Use a password and an authenticator app instead'}
        </button>
      )}
    </>
  );
}

const noPerson = { name: '', email: '' };
const personOf = ({ name }: Invitation, { name: typed, email }: typeof noPerson) =>
  name === null ? { name: typed, email } : {};
const passkeyOnly = { ...noPerson, label: 'This device' };
const withPasskey = z.extend(newPersonForm, passkeyForm.shape);
const withCode = z.extend(newPersonForm, codeForm.shape);

function JoinWithPasskey({ code, invitation, join }: Step) {
  const isNew = invitation.name === null;
  const { busy, field, form } = useSendForm({
    name: 'welcome-passkey',
    initial: passkeyOnly,
    schema: isNew ? withPasskey : passkeyForm,
    fields: ['name', 'email', 'label'],
    send: ({ label, ...typed }) =>
      join(async () => {
        const passkey = await callDesk('beginWelcome', { body: { code } })
          .then(makePasskey)
          .catch(throwAsFormError);
        const body = { code, ...personOf(invitation, typed), passkey: { ...passkey, label } };
        return callDesk('welcome', { body }).catch(refuseAtFields);
      }),
  });
  return (
    <SendForm form={form} className="gap-4">
      {isNew && <PersonFields field={field} />}
      <TextField
        {...field('label')}
        label="Passkey name"
        hint="Choose a name you’ll recognize later, such as “Work laptop.”"
        autoComplete="off"
      />
      <Button type="submit" className="self-start" busy={busy} busyText="Waiting for your device">
        Create passkey
      </Button>
    </SendForm>
  );
}

const codeOnly = { ...noPerson, password: '', code: '' };

function JoinWithPassword({ code, invitation, join }: Step) {
  const isNew = invitation.name === null;
  const offer = useQuery({
    queryKey: ['welcome-code', code],
    queryFn: ({ signal }) => callDesk('offerWelcomeCode', { body: { code }, signal }),
    staleTime: Infinity,
  });
  const { busy, field, form } = useSendForm({
    name: 'welcome-password',
    initial: codeOnly,
    schema: isNew ? withCode : codeForm,
    fields: ['name', 'email', 'password', 'code'],
    send: ({ password, code: digits, ...typed }) =>
      join(() => {
        const secret = offer.data?.secret ?? '';
        const body = { code, ...personOf(invitation, typed), password: { password, secret, code: digits } };
        return callDesk('welcome', { body }).catch(refuseAtFields);
      }),
  });
  return (
    <SendForm form={form} className="gap-4">
      {isNew && <PersonFields field={field} />}
      <PasswordField
        {...field('password')}
        label="Password"
        hint={`At least ${staffBounds.password.min} characters, without your name or email. Try three unrelated words.`}
        autoComplete="new-password"
      />
      {offer.data ? <CodeSecret {...offer.data} /> : <Skeleton lines={3} />}
      <TextField
        {...field('code')}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" className="self-start" busy={busy || !offer.data} busyText="Setting up">
        Continue
      </Button>
    </SendForm>
  );
}

function PersonFields({ field }: { field: (key: 'name' | 'email') => FieldProps }) {
  return (
    <>
      <TextField
        {...field('name')}
        label="Your name"
        hint="Your colleagues will see this name."
        autoComplete="name"
      />
      <EmailField {...field('email')} autoComplete="email" />
    </>
  );
}

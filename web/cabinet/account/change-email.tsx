import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { bounds } from '#contract/bounds.ts';
import type { Profile } from '#contract/storefront/accounts.ts';
import {
  changeEmailBody,
  confirmNewEmailBody,
  emailChangeMinutes,
} from '#contract/storefront/email-change.ts';
import { Button } from '#ui/button.tsx';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';
import { Notice } from '#ui/notice.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { callApi } from '#web/api/call-api.ts';

type Props = { profile: Profile; onProfile: (profile: Profile) => void };

/** The typed address, without the password. */
const draft = 'new-email';
const empty = { email: '' };

/** Asks for a new address and the password, then for the code that was sent to the new address. The email's link leads here. */
export function ChangeEmail({ profile, onProfile }: Props) {
  const { hash } = useLocation();
  const isFromEmail = hash === '#new-email';
  const heading = useRef<HTMLHeadingElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState(profile.newEmail);
  // a form that was open when the page was loaded doesn't take the focus
  const [isMoved, setMoved] = useState(isFromEmail);
  const open = (isOpenNow: boolean, email: string | null = null) => {
    setOpen(isOpenNow);
    setWaiting(email);
    setMoved(true);
    if (!isOpenNow && email === null) heading.current?.focus();
  };
  // a form with typed text is open after a reload, too
  useEffect(() => {
    if (readFormDraft(draft, empty).email) setOpen(true);
  }, []);
  useEffect(() => {
    if (isFromEmail) heading.current?.scrollIntoView();
  }, [isFromEmail]);

  return (
    <section aria-labelledby="new-email" className="flex flex-col items-start gap-4">
      <h2 ref={heading} id="new-email" tabIndex={-1} className="text-h3">
        Your email address
      </h2>
      {waiting === null && isFromEmail && (
        <Notice kind="warning" role="status">
          <p className="wrap-anywhere">
            There’s no email change to confirm for <bdi translate="no">{profile.email}</bdi>. You may have
            already used the code, the code may have expired, or you may have requested it in another account.
          </p>
        </Notice>
      )}
      {waiting === null && !isOpen && (
        <>
          <p>You use this address to log in and to get receipts and updates.</p>
          <Button look="quiet" onClick={() => open(true)}>
            Change email address
          </Button>
        </>
      )}
      {waiting === null && isOpen && (
        <AddressForm
          takesFocus={isMoved}
          onSent={(email) => open(false, email)}
          onCancel={() => open(false)}
        />
      )}
      {waiting !== null && (
        <CodeForm
          email={waiting}
          takesFocus={isMoved}
          onChanged={() => {
            onProfile({ ...profile, email: waiting, emailConfirmed: true, newEmail: null });
            open(false);
          }}
          onOther={() => open(true)}
        />
      )}
    </section>
  );
}

const useFocus = (id: string, takesFocus: boolean) =>
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [id, takesFocus]);

const initial = { ...empty, currentPassword: '' };

function AddressForm({
  takesFocus,
  onSent,
  onCancel,
}: {
  takesFocus: boolean;
  onSent: (email: string) => void;
  onCancel: () => void;
}) {
  const { busy, field, form, set } = useSendForm({
    name: 'change-email',
    initial,
    schema: changeEmailBody,
    fields: ['email', 'currentPassword'],
    async send({ email, currentPassword }) {
      await callApi('changeEmail', { body: { email: email.trim(), currentPassword } });
      dropFormDraft(draft);
      onSent(email.trim());
    },
  });
  const { id, onValue } = field('email');
  useFocus(id, takesFocus);
  useEffect(() => set(readFormDraft(draft, empty)), [set]);
  return (
    <SendForm form={form} className="w-full max-w-xl gap-6">
      <TextField
        {...field('email')}
        onValue={(typed) => {
          onValue(typed);
          keepFormDraft(draft, empty, { email: typed });
        }}
        label="New email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="We’ll email a code to this address. Your address changes once you enter the code here."
      />
      <PasswordField {...field('currentPassword')} label="Current password" autoComplete="current-password" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Sending the code">
          Email me a code
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            dropFormDraft(draft);
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </SendForm>
  );
}

const noCode = { code: '' };

function CodeForm({
  email,
  takesFocus,
  onChanged,
  onOther,
}: {
  email: string;
  takesFocus: boolean;
  onChanged: () => void;
  onOther: () => void;
}) {
  const { busy, field, form } = useSendForm({
    name: 'confirm-new-email',
    initial: noCode,
    schema: confirmNewEmailBody,
    fields: ['code'],
    async send(body) {
      await callApi('confirmNewEmail', { body }).catch(async (error: unknown) => {
        // the response to an earlier try may have been lost, and that try may have changed the address
        const found = await callApi('profile', {}).catch(() => undefined);
        if (found?.email !== email) throw error;
      });
      onChanged();
      notify({ message: 'We’ve changed your email address. You’ve been logged out everywhere else.' });
    },
  });
  useFocus(field('code').id, takesFocus);
  return (
    <>
      <Notice kind="info" role="status" title="Check your new inbox">
        <p className="wrap-anywhere">
          An email is on its way to <bdi translate="no">{email}</bdi>. If the email has a code, enter it
          within {emailChangeMinutes} minutes. Your address doesn’t change until you do. Check your spam
          folder, too.
        </p>
      </Notice>
      <SendForm form={form} className="w-full max-w-xl gap-6">
        <TextField
          {...field('code')}
          label="Code"
          hint={`Enter the ${bounds.resetCode.length}-character code from our email.`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyText="Changing your address">
            Change email address
          </Button>
          <Button look="quiet" onClick={onOther}>
            Use a different address
          </Button>
        </div>
      </SendForm>
    </>
  );
}

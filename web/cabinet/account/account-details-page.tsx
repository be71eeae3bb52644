import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Profile, updateProfileBody } from '#contract/storefront/accounts.ts';
import { listCountries } from '#contract/storefront/countries.ts';
import { failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { NameFields } from '#web/session/name-fields.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { CabinetFrame } from '#web/cabinet/cabinet-frame.tsx';
import { formatDate } from '#web/cabinet/format-time.ts';
import { useBusy } from '#ui/use-busy.ts';
import { ChangeEmail } from './change-email.tsx';

export const meta = () => pageMeta({ title: 'Account details' });

export default function AccountDetailsPage() {
  const [profile, setProfile] = useState<Profile>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setFailure(undefined);
    callApi('profile', { signal: leaving.signal }).then(setProfile, (error: unknown) => {
      if (!leaving.signal.aborted) setFailure(failureMessage(error));
    });
    return () => leaving.abort();
  }, [tries]);

  return (
    <CabinetFrame title="Account details">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-8 lg:grid-cols-2">
        {failure !== undefined && (
          <Notice kind="error" role="alert" title={failure}>
            <p>We couldn’t load your account. Try again.</p>
            <Button look="quiet" small className="mt-3" onClick={() => setTries(tries + 1)}>
              Try again
            </Button>
          </Notice>
        )}
        {!profile && failure === undefined && <Skeleton lines={6} label="Loading your account" />}
        {profile && !profile.emailConfirmed && (
          <div className="lg:col-span-2">
            <ConfirmReminder email={profile.email} />
          </div>
        )}
        {profile && <DetailsForm profile={profile} />}
        {profile && (
          <div className="flex flex-col gap-8">
            <dl className="sheet grid gap-x-8 gap-y-2 p-6 sm:grid-cols-[auto_1fr] sm:p-8">
              <dt className="text-muted">Email address</dt>
              <dd translate="no" className="wrap-anywhere">
                {profile.email}
              </dd>
              <dt className="text-muted">Customer since</dt>
              <dd>{formatDate(profile.createdAt)}</dd>
              <dt className="text-muted">Password and logins</dt>
              <dd>
                <Link className="link" to="/cabinet/update-password">
                  Change your password or manage logins
                </Link>
              </dd>
              <dt className="text-muted">Your data</dt>
              <dd>
                <Link className="link" to="/contact">
                  Contact us
                </Link>{' '}
                to get a copy of your data or delete your account.
              </dd>
            </dl>
            <ChangeEmail profile={profile} onProfile={setProfile} />
          </div>
        )}
      </div>
    </CabinetFrame>
  );
}

/** Shown unobtrusively: an unconfirmed address restricts only the first upload of files. */
function ConfirmReminder({ email }: { email: string }) {
  const [isSent, setSent] = useState(false);
  const { busy, run } = useBusy();
  const send = async () => {
    await callApi('sendConfirmation', {});
    setSent(true);
  };
  return (
    <Notice kind="info" role="status">
      {isSent ? (
        <p className="wrap-anywhere">
          We’ve sent another email to <bdi translate="no">{email}</bdi>. Click the link in it.
        </p>
      ) : (
        <>
          <p className="wrap-anywhere">
            Confirm your email address: click the link we emailed to <bdi translate="no">{email}</bdi>. Wrong
            address? Change it below.
          </p>
          <Button
            look="quiet"
            small
            className="mt-3"
            busy={busy}
            busyText="Sending"
            onClick={() => void run(send)}
          >
            Send it again
          </Button>
        </>
      )}
    </Notice>
  );
}

function DetailsForm({ profile }: { profile: Profile }) {
  const [countries] = useState(listCountries);
  const [initial] = useState({
    firstName: profile.firstName,
    lastName: profile.lastName,
    country: profile.country ?? '',
  });
  const { busy, field, form } = useSendForm({
    name: 'details',
    initial,
    schema: updateProfileBody,
    fields: ['firstName', 'lastName', 'country'],
    keeps: true,
    async send(body) {
      await callApi('updateProfile', { body });
      notify({ message: 'Your details are saved' });
    },
  });

  return (
    <SendForm form={form}>
      <NameFields field={field} />
      <SelectField
        {...field('country')}
        label="Country"
        optional
        hint="We’ll prefill your next order with this country and your last address there."
        options={countries}
        emptyLabel="Select your country"
        autoComplete="country"
      />
      <Button type="submit" className="self-start" busy={busy} busyText="Saving">
        Save changes
      </Button>
    </SendForm>
  );
}

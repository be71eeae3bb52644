import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { covers, holds, type StaffPermission } from '#contract/desk/permissions.ts';
import { ApiError } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { CheckChips } from '#ui/choices.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { limitWords } from '#desk/frame/limit-words.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { LimitFields } from './limit-fields.tsx';
import { errorsOf } from './limit-form.ts';
import { bodyOf, formOf, type Person, personForm, type PersonForm } from './person-form.ts';
import { useTeam } from './use-team.ts';
import { TimeAway } from './time-away.tsx';
import { OpenLimit } from './open-limit.tsx';
import { WorkMinutes } from './work-minutes.tsx';

type Role = DeskAnswerOf<'listRoles'>['roles'][number];
type Service = DeskAnswerOf<'listPeople'>['services'][number];

/** One member of the team: role, limit, and the services they may take. */
export function PersonPage() {
  const me = useOutletContext<Me>();
  const { id } = useParams();
  const team = useTeam();
  const person = team.data?.people.find((one) => one.id === id);
  return (
    <Screen title={person?.name ?? 'Person'}>
      <Awaited query={team}>
        {({ roles, services }) =>
          person ? (
            <>
              <Facts person={person} />
              {person.status !== 'left' && person.id !== me.id && (
                <Rules key={person.id} me={me} person={person} roles={roles} services={services} />
              )}
              {person.id === me.id && (
                <p className="text-muted">
                  You can’t change your own role, services, or refund and credit limits. Ask someone else who
                  manages the team.
                </p>
              )}
              {person.status !== 'left' && (
                <>
                  <WorkMinutes key={person.id} person={person} isMine={person.id === me.id} />
                  <OpenLimit key={`${person.id} open`} person={person} isMine={person.id === me.id} />
                </>
              )}
              {person.status !== 'left' && person.id !== me.id && (
                <TimeAway key={`${person.id} away`} person={person} />
              )}
              <p>
                <AllPeople />
              </p>
            </>
          ) : (
            <p>
              We can’t find this person on the team. <AllPeople />
            </p>
          )
        }
      </Awaited>
    </Screen>
  );
}

const AllPeople = () => (
  <Link to="/people" className="link">
    See all people
  </Link>
);

const Facts = ({ person: { email, status } }: { person: Person }) => (
  <p className="wrap-anywhere text-muted">
    {email}
    {status === 'locked' && ' · Locked'}
    {status === 'left' && ' · No longer on the team'}
  </p>
);

function Rules({
  me,
  person,
  roles,
  services,
}: {
  me: Me;
  person: Person;
  roles: readonly Role[];
  services: readonly Service[];
}) {
  const client = useQueryClient();
  const { id, name } = person;
  const [initial] = useState(() => formOf(person));
  const sending = useSendForm<PersonForm>({
    name: `person-${me.id}-${id}`,
    initial,
    schema: personForm,
    fields: ['role', 'refund', 'refundAmount', 'adjust', 'adjustAmount', 'takes', 'services'],
    keeps: true,
    async send(typed) {
      const ofRole = roles.find(({ key }) => key === typed.role)?.limits ?? { refund: 0, adjust: 0 };
      const body = bodyOf(typed, ofRole);
      try {
        await withProof(() => callDesk('changePerson', { params: { id }, body }));
      } catch (error) {
        throw error instanceof ApiError
          ? new ApiError(error.message, error.status, errorsOf(error.errors))
          : error;
      }
      notify({ message: 'Saved' });
      await client.invalidateQueries({ queryKey: ['people'] });
    },
  });
  const { role: chosen, takes, services: taken } = sending.latest.current;
  const role = roles.find(({ key }) => key === chosen);
  const allows = (permission: StaffPermission) => role !== undefined && holds(role.permissions, permission);
  const sameAsRole = (kind: 'refund' | 'adjust') =>
    `Same as the role: ${limitWords(role?.limits[kind] ?? 0, allows(`money.${kind}`))}`;
  const offered = roles.filter(
    ({ key, permissions }) => key === person.role || covers(me.permissions, permissions),
  );
  return (
    <SendForm form={sending.form} className="max-w-xl gap-6">
      <SelectField
        {...sending.field('role')}
        label="Role"
        options={offered.map(({ key, label }) => ({ value: key, label }))}
      />
      <LimitFields
        choice={sending.field('refund')}
        amount={sending.field('refundAmount')}
        label="Refunds"
        hint={`The most that ${name} can refund per customer in 24 hours. Larger amounts need someone else’s approval.`}
        ofRole={sameAsRole('refund')}
        isAllowed={allows('money.refund')}
      />
      <LimitFields
        choice={sending.field('adjust')}
        amount={sending.field('adjustAmount')}
        label="Credits and debits"
        hint={`The most that ${name} can credit or debit per customer in 24 hours. The limit for all customers together is five times as much in 7 days. Larger amounts need someone else’s approval.`}
        ofRole={sameAsRole('adjust')}
        isAllowed={allows('money.adjust')}
      />
      <SelectField
        id="person-takes"
        label="Services"
        hint={`${name} can self-assign lines from these services only. Other people can still assign ${name} lines from any service.`}
        error={sending.errorAt('takes')}
        value={takes}
        onValue={(value) => sending.set({ takes: value as PersonForm['takes'] })}
        options={[
          { value: 'all', label: 'All services' },
          { value: 'some', label: 'Selected services only' },
        ]}
      />
      {takes === 'some' && (
        <FieldGroup id="person-services" label="Services they work on" error={sending.errorAt('services')}>
          <CheckChips
            id="person-services"
            name="services"
            options={services.map(({ orderType, title }) => ({ value: String(orderType), label: title }))}
            values={taken}
            onValues={(values) => sending.set({ services: values })}
          />
        </FieldGroup>
      )}
      <Button type="submit" className="self-start" busy={sending.busy} busyText="Saving">
        Save
      </Button>
    </SendForm>
  );
}

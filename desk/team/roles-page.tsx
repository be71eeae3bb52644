import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import * as z from 'zod/mini';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { type Me, roleBody } from '#contract/desk/staff.ts';
import {
  everything,
  holds,
  type Limits,
  permissions,
  type StaffPermission,
  usedPermissions,
} from '#contract/desk/permissions.ts';
import { addProblem } from '#contract/text.ts';
import { ApiError } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { CardChoice } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { limitWords } from '#desk/frame/limit-words.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { LimitFields } from './limit-fields.tsx';
import { checkLimits, errorsOf, limitFields, limitFormOf, limitsOf } from './limit-form.ts';

type Role = DeskAnswerOf<'listRoles'>['roles'][number];

const heldBy = (role: Role) => usedPermissions.filter((name) => holds(role.permissions, name));

export function RolesPage() {
  const me = useOutletContext<Me>();
  const [edited, setEdited] = useState<Role | 'new'>();
  const roles = useQuery({ queryKey: ['roles'], queryFn: ({ signal }) => callDesk('listRoles', { signal }) });
  if (edited)
    return (
      <Screen title={edited === 'new' ? 'Add a role' : `Change ${edited.label}`}>
        <RoleForm me={me} role={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
      </Screen>
    );
  return (
    <Screen title="Roles">
      <Button className="self-start" onClick={() => setEdited('new')}>
        Add a role
      </Button>
      <Awaited query={roles}>
        {(found) => (
          <ul className="border-t border-hairline">
            {found.roles.map((role) => (
              <li key={role.key} className="border-b border-hairline py-4">
                <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
                  <h2 className="text-[1.0625rem]">{role.label}</h2>
                  <span className="text-muted">
                    {role.people === 1 ? '1 person' : `${role.people} people`}
                  </span>
                </div>
                <p className="mt-1 text-muted">
                  Refunds: {limitWords(role.limits.refund, holds(role.permissions, 'money.refund'))}. Credits
                  and debits: {limitWords(role.limits.adjust, holds(role.permissions, 'money.adjust'))}.
                </p>
                <details className="mt-1">
                  <summary className="link inline-flex min-h-9 items-center">
                    {role.permissions.includes(everything)
                      ? 'All permissions'
                      : `${heldBy(role).length} of ${usedPermissions.length} permissions`}
                  </summary>
                  <ul className="mt-1 list-disc pl-5">
                    {heldBy(role).map((name) => (
                      <li key={name}>{permissions[name]}</li>
                    ))}
                  </ul>
                </details>
                {!role.isBuiltIn && (
                  <Button look="quiet" small className="mt-3" onClick={() => setEdited(role)}>
                    Change<span className="sr-only"> {role.label}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Awaited>
    </Screen>
  );
}

const titles: Record<string, string> = {
  work: 'Work',
  order: 'Orders',
  customer: 'Customers',
  ticket: 'Messages',
  money: 'Money',
};
/** Permissions grouped by the first part of their name. */
const groups = Object.entries(
  Object.groupBy(usedPermissions, (name) => titles[name.split('.')[0]!] ?? 'Shop and team'),
).map(([title, names]) => ({ title, names: names ?? [] }));

const noLimits: Limits = { refund: 0, adjust: 0 };
const roleForm = z
  .object({ label: roleBody.shape.label, permissions: roleBody.shape.permissions, ...limitFields })
  .check(
    z.check((context) => checkLimits(context.value, (field, words) => addProblem(context, [field], words))),
  );

function RoleForm({ me, role, onDone }: { me: Me; role: Role | undefined; onDone: () => void }) {
  const client = useQueryClient();
  const [initial] = useState(() => ({
    label: role?.label ?? '',
    permissions: role?.permissions ?? [],
    ...limitFormOf(role?.limits ?? noLimits),
  }));
  const sending = useSendForm({
    name: `role-${me.id}-${role?.key ?? 'new'}`,
    initial,
    schema: roleForm,
    fields: ['label', 'permissions', 'refund', 'refundAmount', 'adjust', 'adjustAmount'],
    keeps: true,
    async send({ label, permissions: given, ...form }) {
      const body = { label, permissions: given, limits: limitsOf(form, noLimits) };
      try {
        await withProof(async () => {
          if (role)
            await callDesk('changeRole', {
              params: { key: role.key },
              body: {
                ...body,
                seen: { label: role.label, permissions: role.permissions, limits: role.limits },
              },
            });
          else await callDesk('addRole', { body });
        });
      } catch (error) {
        // somebody else has changed the role: the list shows it as it is now
        if (error instanceof ApiError && error.status === 409)
          void client.invalidateQueries({ queryKey: ['roles'] });
        throw error instanceof ApiError
          ? new ApiError(error.message, error.status, errorsOf(error.errors))
          : error;
      }
      notify({ message: `The role “${body.label}” was ${role ? 'changed' : 'added'}.` });
      await client.invalidateQueries({ queryKey: ['roles'] });
      onDone();
    },
  });
  const { permissions: chosen } = sending.latest.current;
  const choose = (name: StaffPermission, isChosen: boolean) =>
    sending.set({ permissions: isChosen ? [...chosen, name] : chosen.filter((one) => one !== name) });
  return (
    <SendForm form={sending.form} className="max-w-2xl gap-6">
      <TextField {...sending.field('label')} label="Name" autoComplete="off" />
      <fieldset>
        <legend className="mb-3 font-semibold">Permissions</legend>
        <div className="flex flex-col gap-5">
          {groups.map(({ title, names }) => (
            <fieldset key={title}>
              <legend className="mb-1.5 text-muted">{title}</legend>
              <div className="grid gap-2 sm:grid-cols-2">
                {names.map((name) => (
                  <CardChoice
                    key={name}
                    id={`role-permissions-${name}`}
                    type="checkbox"
                    name="permissions"
                    value={name}
                    checked={chosen.includes(name)}
                    disabled={!holds(me.permissions, name)}
                    onChecked={(isChosen) => choose(name, isChosen)}
                    title={permissions[name]}
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </fieldset>
      <LimitFields
        choice={sending.field('refund')}
        amount={sending.field('refundAmount')}
        label="Refunds"
        hint="The most that each person can refund per customer in 24 hours. Larger amounts need someone else’s approval. A limit set on a person’s page takes precedence."
        isAllowed={chosen.includes('money.refund')}
      />
      <LimitFields
        choice={sending.field('adjust')}
        amount={sending.field('adjustAmount')}
        label="Credits and debits"
        hint="The most that each person can credit or debit per customer in 24 hours. Across all customers, each person can credit or debit up to five times this amount in 7 days."
        isAllowed={chosen.includes('money.adjust')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={sending.busy} busyText="Saving">
          {role ? 'Save' : 'Add the role'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </SendForm>
  );
}

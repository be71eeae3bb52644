import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { businessDays, formatDay, holidayWarning, hourOf } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Screen } from '#desk/frame/screen.tsx';

type Holidays = DeskAnswerOf<'listHolidays'>;

const { timeZone, cutOffHour } = businessCalendar;
const queryKey = ['holidays'];
const form = z.object({ day: z.string() });

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
/** "Eastern Time". */
const zoneName = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName')?.value;

/** The business calendar, whose holidays can be changed here. */
export function CalendarPage() {
  const holidays = useQuery({
    queryKey,
    queryFn: ({ signal }) => callDesk('listHolidays', { signal }),
    staleTime: 0,
  });
  return (
    <Screen title="Calendar">
      <p className="max-w-xl">
        Delivery dates, reply times and review periods follow this calendar. The books use the same time zone.
        Business days are Monday to Friday, except the holidays below.
      </p>
      <Awaited query={holidays}>{(found) => <Calendar found={found} />}</Awaited>
    </Screen>
  );
}

function Calendar({ found: { holidays } }: { found: Holidays }) {
  const now = new Date();
  const calendar = { timeZone, cutOffHour, holidays: holidays.map(({ day }) => day) };
  const warning = holidayWarning(calendar, now);
  const [nextDay = ''] = businessDays(now, 1, calendar);
  return (
    <div className="flex flex-col gap-6">
      {warning !== undefined && (
        <Notice kind="warning" title="Add holidays">
          {warning}
        </Notice>
      )}
      <dl className="grid max-w-xl gap-x-6 gap-y-0.5 sm:grid-cols-[12rem_minmax(0,1fr)] [&>dd]:mb-2">
        <dt>Time zone</dt>
        <dd>
          {zoneName} (<code>{timeZone}</code>)
        </dd>
        <dt>Cutoff time</dt>
        <dd>
          {hourOf(cutOffHour)}. A payment after this time counts as received on the next business day. Replies
          are due and review periods end at this time. Work is due by the end of its due date.
        </dd>
        <dt>Next business day</dt>
        <dd>{longDay.format(new Date(nextDay))}</dd>
      </dl>
      <section aria-labelledby="holidays" className="max-w-xl">
        <h2 id="holidays" className="mb-2">
          Holidays
        </h2>
        {holidays.length === 0 ? (
          <p>No upcoming holidays are listed.</p>
        ) : (
          <ul className="lines">
            {holidays.map((holiday) => (
              <Holiday key={holiday.day} {...holiday} />
            ))}
          </ul>
        )}
      </section>
      <HolidayForm />
      <p className="max-w-xl text-muted">
        A change applies to new orders within seconds, here and in the storefront. Orders that are already
        paid keep their dates. The time zone and the cutoff time are set in{' '}
        <code>contract/business-calendar.ts</code>.
      </p>
    </div>
  );
}

function Holiday({ day, openLines }: Holidays['holidays'][number]) {
  const client = useQueryClient();
  const { busy, run } = useBusy();
  const remove = async () => {
    client.setQueryData<Holidays>(
      queryKey,
      await callDesk('setHoliday', { body: { day, isHoliday: false } }),
    );
    notify({ message: `${formatDay(day)} is a business day now.` });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hairline py-2">
      <span>
        {longDay.format(new Date(day))}
        {openLines > 0 && (
          <span className="block text-muted">
            {openLines === 1 ? '1 open line is' : `${openLines} open lines are`} due on this day.
          </span>
        )}
      </span>
      <Button look="quiet" small busy={busy} busyText="Removing" onClick={() => void run(remove)}>
        Remove<span className="sr-only"> {longDay.format(new Date(day))}</span>
      </Button>
    </li>
  );
}

function HolidayForm() {
  const client = useQueryClient();
  const [initial] = useState(() => ({ day: '' }));
  const sending = useSendForm({
    name: 'holiday',
    initial,
    schema: form,
    fields: ['day'],
    async send({ day }) {
      client.setQueryData<Holidays>(
        queryKey,
        await callDesk('setHoliday', { body: { day, isHoliday: true } }),
      );
      sending.set({ day: '' });
      notify({ message: `${formatDay(day)} is a holiday now.` });
    },
  });
  return (
    <SendForm form={sending.form} className="max-w-xl gap-3">
      <TextField
        {...sending.field('day')}
        type="date"
        label="New holiday"
        hint="A weekday on which the team doesn’t work"
        autoComplete="off"
      />
      <Button type="submit" look="quiet" className="self-start" busy={sending.busy} busyText="Adding">
        Add holiday
      </Button>
    </SendForm>
  );
}

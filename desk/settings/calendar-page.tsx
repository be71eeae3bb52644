import { businessDays, holidayWarning, hourOf, operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/shop.ts';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#desk/frame/screen.tsx';

const { timeZone, cutOffHour, holidays } = businessCalendar;

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
/** "Eastern Time". */
const zoneName = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName')?.value;

/** The business calendar, and what depends on it. It can't be changed here: the storefront's pages are built with it. */
export function CalendarPage() {
  const now = new Date();
  const today = operatorsDay(now, businessCalendar);
  const warning = holidayWarning(businessCalendar, now);
  const [nextDay = today] = businessDays(now, 1, businessCalendar);
  const coming = holidays.filter((day) => day >= today).toSorted();
  return (
    <Screen title="Calendar">
      {warning !== undefined && (
        <Notice kind="warning" title="Add holidays">
          {warning}
        </Notice>
      )}
      <p className="max-w-xl">
        Delivery dates, reply times and review periods follow this calendar. The books use the same time zone.
        Business days are Monday to Friday, except the holidays below.
      </p>
      <dl className="grid max-w-xl gap-x-6 gap-y-0.5 sm:grid-cols-[12rem_minmax(0,1fr)] [&>dd]:mb-2">
        <dt>Time zone</dt>
        <dd>
          {zoneName} (<code>{timeZone}</code>)
        </dd>
        <dt>Cutoff time</dt>
        <dd>
          {hourOf(cutOffHour)}. A payment after this time counts as received on the next business day. Work
          and replies are due at this time.
        </dd>
        <dt>{nextDay === today ? 'Today' : 'Next business day'}</dt>
        <dd>
          {longDay.format(new Date(nextDay))}
          {nextDay === today && ', a business day'}
        </dd>
      </dl>
      <section aria-labelledby="holidays" className="max-w-xl">
        <h2 id="holidays" className="mb-2">
          Holidays
        </h2>
        {coming.length === 0 ? (
          <p>No upcoming holidays are listed.</p>
        ) : (
          <ul className="lines">
            {coming.map((day) => (
              <li key={day} className="border-b border-hairline py-2">
                {longDay.format(new Date(day))}
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="max-w-xl text-muted">
        The storefront calculates delivery dates from this calendar, so it’s built into the shop. To change
        it, your server administrator edits <code>contract/shop.ts</code> and rebuilds the shop. Orders that
        are already paid keep their dates.
      </p>
    </Screen>
  );
}

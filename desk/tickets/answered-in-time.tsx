import { hourOf } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { InTime } from '#desk/charts/in-time.tsx';

const cutOff = hourOf(businessCalendar.cutOffHour);
const words = {
  title: 'Replied to within one business day',
  oneInTime: `The only message in this period got a reply by ${cutOff} on the next business day.`,
  oneLate: `The only message in this period didn’t get a reply by ${cutOff} on the next business day.`,
  many: `messages got a reply by ${cutOff} on the next business day`,
  empty: 'No message needed a reply in this period.',
  onTime: 'On time',
  late: 'Late',
  open: 'Overdue',
};

/** How many messages got a reply within a business day, by week. */
export const AnsweredInTime = () => <InTime name="showAnswers" words={words} />;

import { hourOf } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/shop.ts';
import { InTime } from '#desk/charts/in-time.tsx';

const cutOff = hourOf(businessCalendar.cutOffHour);
const words = {
  title: 'Answered within one business day',
  one: `message was answered by ${cutOff} on the next business day`,
  many: `messages were answered by ${cutOff} on the next business day`,
  empty: 'No message has needed an answer in this time.',
  onTime: 'In time',
  late: 'Late',
  open: 'Overdue',
};

/** How many messages were answered within a business day, by week. */
export const AnsweredInTime = () => <InTime name="showAnswers" words={words} />;

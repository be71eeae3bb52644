import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/delivery-date.ts';
import { fillReply } from '#contract/desk/replies.ts';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskThread } from '#contract/desk/threads.ts';
import { shop } from '#contract/shop.ts';
import { SelectField } from '#ui/select-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';

/** The saved reply that a message began with, as the call names it. */
export type UsedReply = { savedReply?: string };

/** The values of the names in saved replies; empty ones aren't known. */
const knownNames = ({ firstName, order, service, dueOn }: DeskThread, { publicName }: Me) => ({
  firstName,
  orderNumber: order ?? '',
  service: service ?? '',
  dueDay: dueOn === null ? '' : formatDay(dueOn),
  shopName: shop.name,
  myName: publicName ?? '',
});

/** A choice of saved replies; nothing while there are none. `onChoose`: gets the text with the known names filled in, and which reply it was. */
export function SavedReplyField({
  id,
  thread,
  me,
  onChoose,
}: {
  id: string;
  thread: DeskThread;
  me: Me;
  onChoose: (text: string, used: UsedReply) => void;
}) {
  const { data } = useQuery({
    queryKey: ['replies'],
    queryFn: ({ signal }) => callDesk('listReplies', { signal }),
  });
  if (!data || data.replies.length === 0) return null;
  return (
    <div className="max-w-sm">
      <SelectField
        id={id}
        label="Insert a saved reply"
        emptyLabel="Choose one"
        options={data.replies.map((reply) => ({ value: reply.id, label: reply.title }))}
        value=""
        onValue={(chosen) => {
          const reply = data.replies.find((one) => one.id === chosen);
          if (reply) onChoose(fillReply(reply.text, knownNames(thread, me)), { savedReply: reply.id });
        }}
      />
    </div>
  );
}

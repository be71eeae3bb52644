import { useQuery } from '@tanstack/react-query';
import { fillReply, type ReplyName } from '#contract/desk/replies.ts';
import { SelectField } from '#ui/select-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';

/** The id of the field. */
export const savedReplyField = 'saved-reply';

/** A choice of saved replies; nothing while there are none. `onChoose`: gets the text with the known names filled in. */
export function SavedReplyField({
  values,
  onChoose,
}: {
  values: Readonly<Partial<Record<ReplyName, string>>>;
  onChoose: (text: string) => void;
}) {
  const { data } = useQuery({
    queryKey: ['replies'],
    queryFn: ({ signal }) => callDesk('listReplies', { signal }),
  });
  if (!data || data.replies.length === 0) return null;
  return (
    <div className="mt-4 max-w-sm">
      <SelectField
        id={savedReplyField}
        label="Insert a saved reply"
        emptyLabel="Choose one"
        options={data.replies.map(({ id, title }) => ({ value: id, label: title }))}
        value=""
        onValue={(chosen) => {
          const reply = data.replies.find(({ id }) => id === chosen);
          if (reply) onChoose(fillReply(reply.text, values));
        }}
      />
    </div>
  );
}

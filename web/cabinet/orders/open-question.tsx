import { answerBody } from '#contract/storefront/work-bodies.ts';
import { callApi } from '#web/api/call-api.ts';
import { focusSoon } from '#ui/focus-soon.ts';
import { notify } from '#ui/snackbar.tsx';
import { MessageForm } from '#web/cabinet/messages/message-form.tsx';

/** Our question about a line, and the answer form. */
export function OpenQuestion({
  number,
  position,
  question,
  onChanged,
}: {
  number: string;
  position: number;
  question: string;
  onChanged: () => Promise<void>;
}) {
  return (
    <section aria-label="Our question" className="note mb-8 py-1">
      <p className="font-semibold">We have a question. The delivery clock is paused until you answer.</p>
      <p dir="auto" className="mt-2 mb-5 break-words whitespace-pre-wrap">
        {question}
      </p>
      <MessageForm
        name={`answer-${number}-${position}`}
        label="Your answer"
        schema={answerBody}
        button="Send answer"
        busyText="Sending"
        takesFiles
        onSend={async (text, files) => {
          await callApi('answerQuestion', { params: { number, position }, body: { text, files } });
          notify({ message: 'Thanks. We’ve got your answer, and the delivery clock has resumed.' });
          await onChanged();
          focusSoon(`line-${number}-${position}`);
        }}
      />
    </section>
  );
}

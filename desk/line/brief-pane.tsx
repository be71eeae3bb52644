import type { DeskLine } from '#contract/desk-work.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';

/** What the customer ordered and wrote, with the question that was asked. */
export function BriefPane({ line }: { line: DeskLine }) {
  const { brief, choices, question } = line;
  const whole = brief.map(({ label, text }) => `${label}\n${text}`).join('\n\n');
  return (
    <div className="flex flex-col gap-5">
      {question !== null && (
        <section className="note">
          <h3>Question to the customer</h3>
          <p className="mt-1 whitespace-pre-wrap">{question}</p>
        </section>
      )}
      <section>
        <h3>Ordered</h3>
        <ul className="mt-1">
          {choices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      </section>
      {brief.length === 0 ? (
        <p className="text-muted">There is no brief.</p>
      ) : (
        <dl className="flex flex-col gap-3">
          {brief.map(({ label, text }) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd className="break-words whitespace-pre-wrap" dir="auto">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {whole !== '' && (
        <Button look="quiet" small className="self-start" onClick={() => void copyText(whole)}>
          Copy the brief
        </Button>
      )}
    </div>
  );
}

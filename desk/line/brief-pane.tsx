import type { DeskLine } from '#contract/desk/work.ts';
import type { DeskFile } from '#contract/files/file-bodies.ts';
import { Button } from '#ui/button.tsx';
import { FileList } from '#ui/file-list.tsx';
import { fetchDeskFile } from '#desk/api/file-calls.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { virusNote } from '#desk/work/virus-note.ts';
import { EarlierWork } from './earlier-work.tsx';
import { copyText } from '#ui/copy-text.ts';

const fileWords = ({ kind, version, addedAt, scan }: DeskFile, isScanned: boolean): string =>
  [
    kind === 'answer'
      ? 'sent with an answer'
      : kind === 'revision'
        ? `sent with the revision request for version ${version}`
        : '',
    formatTime(addedAt),
    isScanned ? virusNote({ scan }) : '',
  ]
    .filter(Boolean)
    .join(', ');

/** The customer's order and brief, and the open question. */
export function BriefPane({ line }: { line: DeskLine }) {
  const { brief, choices, question, files, customerNotes } = line;
  const given = files.filter(({ by }) => by === 'Customer');
  const isScanned = given.some(({ scan }) => scan !== 'off');
  const whole = brief.map(({ label, text }) => `${label}\n${text}`).join('\n\n');
  return (
    <div className="flex flex-col gap-5">
      {question !== null && (
        <section className="note">
          <h3>Question for the customer</h3>
          <p className="mt-1 whitespace-pre-wrap">{question}</p>
        </section>
      )}
      {customerNotes.length > 0 && (
        <section className="note">
          <h3>About this customer</h3>
          {customerNotes.map(({ id, at, by, text }) => (
            <p key={id} dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
              {text}{' '}
              <span className="text-muted">
                {by}, {formatTime(at)}
              </span>
            </p>
          ))}
        </section>
      )}
      <EarlierWork line={line} />
      <section>
        <h3>Ordered</h3>
        <ul className="mt-1">
          {choices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      </section>
      {given.length > 0 && (
        <section aria-labelledby="customer-files">
          <h3 id="customer-files">Files from the customer</h3>
          <p className="text-muted">
            {isScanned ? '' : 'These files aren’t scanned for viruses. '}Don’t enable macros in a document.
          </p>
          <FileList files={given} fetchBytes={fetchDeskFile} noteOf={(file) => fileWords(file, isScanned)} />
        </section>
      )}
      {brief.length === 0 ? (
        <p className="text-muted">This line has no brief.</p>
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
          Copy brief
        </Button>
      )}
    </div>
  );
}

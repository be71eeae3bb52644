import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeskLine } from '#contract/desk-work.ts';
import { Button } from '#ui/button.tsx';
import { FileList } from '#ui/file-list.tsx';
import { fetchDeskFile } from '#desk/api/file-calls.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { eventWords } from '#desk/work/line-words.ts';
import { Notes } from '#desk/work/notes.tsx';
import { CheckList } from './check-list.tsx';

/** Notes of the team, delivered versions, and what happened. */
export function LineHistory({ line }: { line: DeskLine }) {
  const client = useQueryClient();
  const { number, position } = line;
  return (
    <div className="flex flex-col gap-8">
      <Notes
        level="h3"
        notes={line.notes}
        onAdd={(text) => callDesk('addNote', { params: { number, position }, body: { text } })}
        again={() => client.invalidateQueries({ queryKey: ['line', number, position] })}
      />
      <Versions line={line} />
      <section aria-labelledby="events">
        <h3 id="events">What happened</h3>
        <ol className="mt-2 flex flex-col gap-2">
          {line.events.map(({ at, by, to, reason }) => (
            <li key={`${at}${to}`}>
              <span className="font-semibold">{eventWords(to)}</span>{' '}
              <span className="text-muted">
                {by}, {formatTime(at)}
              </span>
              {reason !== null && <span className="block whitespace-pre-wrap">{reason}</span>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

const filesOf = ({ files }: DeskLine, version: number) =>
  files.filter((file) => file.kind === 'delivery' && file.version === version);
const withFiles = (names: string[]) => (names.length === 0 ? '' : `, with ${names.join(', ')}`);

function Versions({ line }: { line: DeskLine }) {
  const { versions } = line;
  const [open, setOpen] = useState<number>();
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions">
      <h3 id="versions">Delivered</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {versions.map(({ version, deliveredAt, by, fileName }) => (
          <li key={version}>
            <button type="button" className="link font-semibold" onClick={() => setOpen(version)}>
              Version {version}
            </button>{' '}
            <span className="text-muted">
              {by}, {formatTime(deliveredAt)}
              {withFiles([
                ...(fileName === null ? [] : [fileName]),
                ...filesOf(line, version).map(({ name }) => name),
              ])}
            </span>
          </li>
        ))}
      </ul>
      {open !== undefined && <VersionDialog line={line} version={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function VersionDialog({ line, version, onClose }: { line: DeskLine; version: number; onClose: () => void }) {
  const { number, position } = line;
  const files = filesOf(line, version);
  const found = useQuery({
    queryKey: ['version', number, position, version],
    queryFn: ({ signal }) => callDesk('showVersion', { params: { number, position, version }, signal }),
  });
  return (
    <Dialog title={`Version ${version}`} onClose={onClose}>
      <Awaited query={found}>
        {({ text, message, fileName, isReport, checks }) => (
          <>
            {message !== null && <p className="note whitespace-pre-wrap">{message}</p>}
            {text !== null && <p className="break-words whitespace-pre-wrap">{text}</p>}
            {isReport && (
              <p className="text-muted">An automatic report; the customer sees it in the order.</p>
            )}
            {fileName !== null && <p className="text-muted">With the file {fileName}</p>}
            <FileList files={files} fetchBytes={fetchDeskFile} />
            {checks.length > 0 && <CheckList checks={checks} />}
          </>
        )}
      </Awaited>
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}

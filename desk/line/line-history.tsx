import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FileList } from '#ui/file-list.tsx';
import { fetchDeskFile } from '#desk/api/file-calls.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { eventWords } from '#contract/desk/staff-words.ts';
import { actWords } from '#desk/work/act-words.ts';
import { Notes } from '#desk/work/notes.tsx';
import { CheckList } from './check-list.tsx';
import { outcomeWords } from './points-pane.tsx';

const WordDifference = latePart(async () => (await import('#ui/word-difference.tsx')).WordDifference);

/** The team's notes, delivered versions and events of the line. */
export function LineHistory({ line }: { line: DeskLine }) {
  const client = useQueryClient();
  const { number, position } = line;
  return (
    <div className="flex flex-col gap-8">
      <Notes
        about={`line ${number} ${position}`}
        level="h3"
        notes={line.notes}
        onAdd={(text) => callDesk('addNote', { params: { number, position }, body: { text } })}
        again={() => client.invalidateQueries({ queryKey: ['line', number, position] })}
      />
      <Versions line={line} />
      <section aria-labelledby="events">
        <h3 id="events">Activity</h3>
        <ol className="mt-2 flex flex-col gap-2">
          {activityOf(line).map(({ at, by, what, reason }) => (
            <li key={`${at}${what}`}>
              <span className="font-semibold">{what}</span>{' '}
              <span className="text-muted">
                {by}, <span className="whitespace-nowrap">{formatTime(at)}</span>
              </span>
              {reason !== null && <span className="block whitespace-pre-wrap">{reason}</span>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** What happened to the line and what staff did with it, oldest first. */
const activityOf = ({ events, acts }: DeskLine) =>
  [
    ...events.map(({ at, by, to, reason }) => ({ at, by, what: eventWords(to), reason })),
    ...acts.map(({ at, by, action }) => ({ at, by, what: actWords(action), reason: null })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));

const filesOf = ({ files }: DeskLine, version: number) =>
  files.filter((file) => file.kind === 'delivery' && file.version === version);
const withFiles = (names: string[]) => (names.length === 0 ? '' : `, with ${names.join(', ')}`);

function Versions({ line }: { line: DeskLine }) {
  const { versions } = line;
  const [open, setOpen] = useState<number>();
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions">
      <h3 id="versions">Delivered versions</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {versions.map(({ version, deliveredAt, by }) => (
          <li key={version}>
            <button type="button" className="link font-semibold" onClick={() => setOpen(version)}>
              Version {version}
            </button>{' '}
            <span className="text-muted">
              {by}, {formatTime(deliveredAt)}
              {withFiles(filesOf(line, version).map(({ name }) => name))}
            </span>
          </li>
        ))}
      </ul>
      {open !== undefined && <VersionDialog line={line} version={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

type Version = DeskAnswerOf<'showVersion'>;

function useVersion({ number, position }: DeskLine, version: number) {
  return useQuery({
    queryKey: ['version', number, position, version],
    queryFn: ({ signal }) => callDesk('showVersion', { params: { number, position, version }, signal }),
    enabled: version > 0,
  });
}

/** The parts of a version's text; a version without parts is one text. */
const partsOf = ({ text, pieces }: Pick<Version, 'text' | 'pieces'>) =>
  pieces ?? (text === null ? [] : [{ key: '', label: '', text }]);

type Shown = { version: Version };
const Message = ({ version: { message } }: Shown) =>
  message !== null && (
    <p dir="auto" className="note wrap-anywhere whitespace-pre-wrap">
      {message}
    </p>
  );
const ReportNote = ({ version: { isReport } }: Shown) =>
  isReport && <p className="text-muted">This is an automatic report. The customer sees it in their order.</p>;

/** The parts of a version's text, with their names. */
const Parts = ({ version }: Shown) => (
  <div className="flex flex-col gap-3">
    {partsOf(version).map(({ key, label, text }) => (
      <div key={key}>
        {label !== '' && <p className="text-muted">{label}</p>}
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      </div>
    ))}
  </div>
);

/** The version that the customer received last. */
export function NewestVersion({ line }: { line: DeskLine }) {
  const { version } = line.versions.at(-1)!;
  return (
    <section aria-label={`Version ${version}`}>
      <h3 className="mb-3">Version {version}</h3>
      <Awaited query={useVersion(line, version)}>
        {(shown) => (
          <div className="flex flex-col gap-5">
            <Message version={shown} />
            <Parts version={shown} />
            <ReportNote version={shown} />
          </div>
        )}
      </Awaited>
    </section>
  );
}

function VersionDialog({ line, version, onClose }: { line: DeskLine; version: number; onClose: () => void }) {
  const found = useVersion(line, version);
  const [since, setSince] = useState(0);
  const earlier = useVersion(line, since);
  return (
    <Dialog title={`Version ${version}`} onClose={onClose}>
      <Awaited query={found}>
        {(shown) => (
          <>
            <Message version={shown} />
            {since === 0 && <Parts version={shown} />}
            {since > 0 && (
              <Awaited query={earlier}>
                {(before) =>
                  partsOf(before).length === 0 ? (
                    <p>Version {since} has no text to compare with.</p>
                  ) : (
                    <Suspense fallback={<Skeleton lines={4} />}>
                      <WordDifference before={partsOf(before)} after={partsOf(shown)} />
                    </Suspense>
                  )
                }
              </Awaited>
            )}
            <ReportNote version={shown} />
            <FileList files={filesOf(line, version)} fetchBytes={fetchDeskFile} />
            {shown.points.length > 0 && (
              <section aria-labelledby="asked">
                <h3 id="asked">Requested changes</h3>
                <ol className="mt-1 flex list-decimal flex-col gap-2 pl-5">
                  {shown.points.map((point) => (
                    <li key={point.point}>
                      {point.passage && <span className="text-muted">“{point.passage.quote}” </span>}
                      {point.note} <span className="text-muted">{outcomeWords(point)}</span>
                    </li>
                  ))}
                </ol>
              </section>
            )}
            {shown.checks.length > 0 && <CheckList checks={shown.checks} />}
          </>
        )}
      </Awaited>
      <div className="flex flex-wrap gap-3">
        {Array.from({ length: version - 1 }, (_, index) => version - 1 - index).map((one) => (
          <Button
            key={one}
            look="quiet"
            aria-pressed={one === since}
            onClick={() => setSince(one === since ? 0 : one)}
          >
            Compare with version {one}
          </Button>
        ))}
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

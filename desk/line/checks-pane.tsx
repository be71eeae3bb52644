import { useState } from 'react';
import type { Check } from '#contract/work/check-work.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { CheckList } from './check-list.tsx';
import type { Draft } from './use-draft.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

type Checked = DeskAnswerOf<'checkWork'>;

/** Compares the text with the order while a person types. Checks language and other customers' work on request. */
export function ChecksPane({
  line,
  draft,
  checks,
  onShow,
}: {
  line: DeskLine;
  draft: Draft;
  checks: readonly Check[];
  /** Selects the quoted words in the text. */
  onShow: (piece: string, quote: string) => void;
}) {
  const { busy, begin, end } = useOneAtATime();
  const [checked, setChecked] = useState<Checked>();
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    if (!begin()) return;
    setFailure(undefined);
    try {
      const pieces = Object.entries(draft.texts).map(([key, text]) => ({ key, text }));
      const { number, position } = line;
      setChecked(
        await callDesk('checkWork', { params: { number, position }, body: { pieces, withLanguage: true } }),
      );
    } catch (error) {
      setFailure(failureMessage(error));
    }
    end();
  };
  const onServer = checked?.checks.filter(({ key }) => !checks.some((check) => check.key === key)) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <CheckList checks={[...checks, ...onServer]} />
      <Button
        look="quiet"
        small
        className="self-start"
        busy={busy}
        busyText="Checking"
        onClick={() => void run()}
      >
        Check language and duplicates
      </Button>
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      {checked && <p role="status">{checked.languageWords}</p>}
      {checked?.language && checked.language.length > 0 && (
        <ul className="flex flex-col gap-3">
          {checked.language.map(({ piece, words, quote, isError }, index) => (
            <li key={index} className={isError ? 'note' : 'pl-[1.0625rem]'}>
              <p>
                <span className="font-semibold">{quote}</span> <span className="text-muted">{words}</span>
              </p>
              <button type="button" className="link min-h-6" onClick={() => onShow(piece, quote)}>
                Show in the text<span className="sr-only">: {quote}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

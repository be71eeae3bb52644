import type { Me } from '#contract/desk/staff.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import type { Check } from '#contract/work/check-work.ts';
import { mayDo } from '#desk/api/session.ts';
import { BriefPane } from './brief-pane.tsx';
import { ChecksPane } from './checks-pane.tsx';
import { LineHistory } from './line-history.tsx';
import { LineMessages } from './line-messages.tsx';
import { PointsPane } from './points-pane.tsx';
import { SaveTrouble } from './save-state.tsx';
import { TextPane, type Wanted } from './text-pane.tsx';
import type { Draft } from './use-draft.ts';

const panes = ['Brief', 'Text', 'Checks'] as const;
export type Pane = (typeof panes)[number];

type Props = {
  me: Me;
  line: DeskLine;
  draft: Draft;
  checks: readonly Check[];
  pane: Pane;
  onPane: (pane: Pane) => void;
  /** Words that the text is to show, in its piece. */
  wanted: Wanted | undefined;
  onShow: (piece: string | null, quote: string) => void;
};

/** Brief, text and checks: side by side, or as tabs where the screen is narrow. */
export function LinePanes({ me, line, draft, checks, pane, onPane, wanted, onShow }: Props) {
  // without a text there is nothing to check
  const hasChecks = line.may.includes('write') || line.draft !== null;
  const last = hasChecks ? 'Checks' : 'History';
  return (
    <>
      <div role="tablist" aria-label="Sections" className="choice-bar panes-bar">
        {panes.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={pane === one}
            aria-controls={`pane-${one}`}
            onClick={() => onPane(one)}
          >
            {one === 'Checks' ? last : one}
          </button>
        ))}
      </div>
      <div className="workroom" data-pane={pane}>
        <section id="pane-Brief" data-name="Brief" aria-label="Brief">
          <h2 className="mb-3">Brief</h2>
          {mayDo(me, 'ticket.see') && <LineMessages number={line.number} />}
          <BriefPane line={line} />
        </section>
        <section id="pane-Text" data-name="Text" aria-label="Text">
          <h2 className="mb-3">Text</h2>
          <TextPane line={line} draft={draft} checks={checks} wanted={wanted} />
        </section>
        <section id="pane-Checks" data-name="Checks" aria-label={last}>
          <h2 className="mb-3">{last}</h2>
          <div className="flex flex-col gap-8">
            <PointsPane line={line} draft={draft} onShow={onShow} />
            {hasChecks && <ChecksPane line={line} draft={draft} checks={checks} onShow={onShow} />}
            <LineHistory line={line} />
          </div>
        </section>
      </div>
      <SaveTrouble line={line} draft={draft} onShow={(piece) => onShow(piece, '')} />
    </>
  );
}

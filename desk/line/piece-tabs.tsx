/** A group of pieces: how many of its required ones are written. */
type Tab = { label: string; written: number; expected: number };
type Run = { stem: string; tabs: { at: number; name: string; tab: Tab }[] };

/** Groups tabs such as "Slogan 1", "Slogan 2" under their common word, so that sixteen tabs take two rows instead of seven. */
function runsOf(tabs: readonly Tab[]): Run[] {
  const runs: Run[] = [];
  for (const [at, tab] of tabs.entries()) {
    const [, stem = '', name = tab.label] = /^(.+) (\d+)$/.exec(tab.label) ?? [];
    const last = runs.at(-1);
    if (last && stem !== '' && last.stem === stem) last.tabs.push({ at, name, tab });
    else runs.push({ stem, tabs: [{ at, name, tab }] });
  }
  return runs;
}

const isFilled = ({ written, expected }: Tab) => written === expected && written > 0;

/** Tabs to choose the pieces to write. `open`: index of the shown ones. */
export const PieceTabs = ({
  tabs,
  open,
  onOpen,
}: {
  tabs: readonly Tab[];
  open: number;
  onOpen: (at: number) => void;
}) => (
  <nav aria-label="Pieces" className="flex flex-wrap gap-x-6">
    {runsOf(tabs).map(({ stem, tabs: run }) => (
      <div key={run[0]?.at} className="flex flex-wrap items-center">
        {stem !== '' && (
          <span aria-hidden className="mr-1 text-muted">
            {stem}
          </span>
        )}
        {run.map(({ at, name, tab }) => (
          <button
            key={at}
            type="button"
            className="piece-tab"
            aria-current={at === open ? 'true' : undefined}
            onClick={() => onOpen(at)}
          >
            <span className="sr-only">{tab.label.slice(0, tab.label.length - name.length)}</span>
            {name}
            {isFilled(tab) && (
              <>
                <span aria-hidden className="ml-0.5 text-[0.75em] text-success">
                  ✓
                </span>
                <span className="sr-only">, filled in</span>
              </>
            )}
            {tab.expected > 1 && tab.written > 0 && !isFilled(tab) && (
              <span className="figures ml-1 font-normal text-muted">
                {tab.written} of {tab.expected}
              </span>
            )}
          </button>
        ))}
      </div>
    ))}
  </nav>
);

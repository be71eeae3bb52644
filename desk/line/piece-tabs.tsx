type Tab = { label: string; isFilled: boolean };
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

/** Tabs to choose the piece to write. `open`: index of the shown piece. */
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
        {run.map(({ at, name, tab: { label, isFilled } }) => (
          <button
            key={at}
            type="button"
            className="piece-tab"
            aria-current={at === open ? 'true' : undefined}
            onClick={() => onOpen(at)}
          >
            <span className="sr-only">{label.slice(0, label.length - name.length)}</span>
            {name}
            {isFilled && (
              <>
                <span aria-hidden className="ml-0.5 text-[0.75em] text-success">
                  ✓
                </span>
                <span className="sr-only">, filled in</span>
              </>
            )}
          </button>
        ))}
      </div>
    ))}
  </nav>
);

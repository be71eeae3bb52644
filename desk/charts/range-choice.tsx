/** Chooses the time that a chart covers. `ranges`: days and their names. */
export function RangeChoice<Days extends number>({
  label,
  ranges,
  days,
  onDays,
}: {
  label: string;
  ranges: readonly (readonly [days: Days, name: string])[];
  days: Days;
  onDays: (days: Days) => void;
}) {
  return (
    <div role="group" aria-label={label} className="choice-bar">
      {ranges.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={each === days} onClick={() => onDays(each)}>
          {name}
        </button>
      ))}
    </div>
  );
}

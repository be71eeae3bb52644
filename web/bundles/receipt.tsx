/** A bundle's contents with their single prices, the struck sum, and the bundle's price below. */
export function Receipt({
  parts,
  separate,
  price,
  saving,
  percent,
}: {
  parts: readonly { label: string; price: string }[];
  separate: string;
  price: string;
  saving: string;
  percent: number;
}) {
  return (
    <section
      aria-labelledby="contents"
      className="figures rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6 sm:p-8"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="contents" className="text-h3 tracking-[-0.012em]">
          What’s included
        </h2>
        <span className="text-small text-subtle">Separately</span>
      </div>
      <ul className="mt-3 border-t border-hairline">
        {parts.map(({ label, price: amount }) => (
          <li
            key={label}
            className="flex items-baseline justify-between gap-6 border-b border-hairline py-2.5"
          >
            <span className="min-w-0">{label}</span>
            <span className="whitespace-nowrap text-muted">{amount}</span>
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-6 pt-3 text-muted">
        <span>Bought separately</span>
        <del className="whitespace-nowrap [background-size:100%_2px]">{separate}</del>
      </p>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 font-display text-[1.375rem] sm:text-[1.75rem] leading-tight font-[650]">
        <span>In this bundle</span>
        <span className="whitespace-nowrap">{price}</span>
      </p>
      <p className="mt-3 text-right font-semibold text-success">
        You save {saving} ({percent}%)
      </p>
    </section>
  );
}

/** The contents of a bundle as a bill: each single price struck out, the bundle's price under them. */
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
  const struck = (amount: string) => (
    <del className="whitespace-nowrap [background-size:100%_2px]">
      <span className="sr-only">separately </span>
      {amount}
    </del>
  );
  return (
    <section
      aria-labelledby="contents"
      className="figures rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6 sm:p-8"
    >
      <h2 id="contents" className="text-h3 tracking-[-0.012em]">
        What’s included
      </h2>
      <ul className="mt-3">
        {parts.map(({ label, price: amount }) => (
          <li
            key={label}
            className="flex items-baseline justify-between gap-6 border-b border-hairline py-2.5"
          >
            <span className="min-w-0">{label}</span>
            {struck(amount)}
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-6 pt-3 text-muted">
        <span>Bought separately</span>
        {struck(separate)}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-6 font-display text-[1.75rem] leading-tight font-[650]">
        <span>Bundle price</span>
        <span className="whitespace-nowrap">{price}</span>
      </p>
      <p className="mt-3 text-right font-semibold text-success">
        Save {saving} ({percent}%)
      </p>
    </section>
  );
}

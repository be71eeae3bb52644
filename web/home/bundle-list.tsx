import { Link } from 'react-router';

type Offer = {
  title: string;
  forWhom: string;
  route: string;
  parts: readonly string[];
  separate: string;
  price: string;
  saving: string;
  time: string;
};

/** A price list: the audience, the contents, and the price beside the struck sum of the parts. */
export function BundleList({ bundles }: { bundles: readonly Offer[] }) {
  return (
    <ul className="mt-8 border-t border-hairline">
      {bundles.map(({ title, forWhom, route, parts, separate, price, saving, time }) => (
        <li
          key={route}
          className="pen-edge relative grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 border-b border-hairline py-7 md:grid-cols-[1fr_1.5fr] lg:grid-cols-[1fr_1.7fr_13rem]"
        >
          <div>
            <h3>
              <Link to={route} prefetch="intent" className="after:absolute after:inset-0">
                {title}
              </Link>
            </h3>
            <p className="mt-1.5 text-base leading-normal text-muted">{forWhom}</p>
          </div>
          <ul className="gap-x-8 text-small leading-snug sm:columns-2 md:row-span-2 lg:row-span-1">
            {parts.map((part) => (
              <li key={part} className="mb-1.5 break-inside-avoid">
                {part}
              </li>
            ))}
          </ul>
          <p className="figures flex flex-wrap items-baseline gap-x-4 md:col-start-1 lg:col-start-auto lg:block lg:text-right">
            <span className="md:whitespace-nowrap">
              <del className="mr-2.5 [background-size:100%_2px]">
                <span className="sr-only">separately </span>
                {separate}
              </del>
              <strong className="font-display text-[1.5rem] leading-none font-[650]">{price}</strong>
            </span>
            <span className="block text-base font-semibold text-success lg:mt-2">Save {saving}</span>
            <span className="block text-base text-muted">{time}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

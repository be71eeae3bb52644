import { ArrowRight } from 'lucide';
import { Link } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { preloadSampleFont } from '#web/products/preload-sample-font.ts';

type Offer = {
  title: string;
  promise: string;
  route: string;
  price: string;
  time: string;
  /** A line of sample work with the editor's deletions and insertions. */
  edit?: { cut: string; kept: string } | undefined;
};

/** Cards without gaps in a hairline grid; the whole card is a link with a red line along its edge. */
export function ServiceGrid({ services }: { services: readonly Offer[] }) {
  preloadSampleFont();
  return (
    <ul className="mt-8 grid border-t border-l border-hairline sm:grid-cols-2 lg:grid-cols-3">
      {services.map(({ title, promise, route, price, time, edit }) => (
        <li
          key={route}
          className="pen-edge relative flex flex-col gap-2.5 border-r border-b border-hairline p-6 sm:p-7"
        >
          <h3>
            <Link to={route} prefetch="intent" className="after:absolute after:inset-0">
              {title}
            </Link>
          </h3>
          <p className="text-base leading-normal text-muted">{promise}</p>
          {edit && (
            <p className="sample-text mt-1">
              <del>{edit.cut}</del> <ins>{edit.kept}</ins>
            </p>
          )}
          <p className="figures mt-auto flex items-baseline justify-between gap-4 pt-4">
            <span className="text-muted">{time}</span>
            <span className="flex items-center gap-1.5 font-semibold">
              from {price}
              <Icon of={ArrowRight} size={16} strokeWidth={2} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

import { Link } from 'react-router';

export type Crumb = { label: string; to: string };

/** Links from the home page to this page; the last item is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="@container text-small text-subtle">
      {/* Stays on one line, because a second line could appear when the font arrives and move the page. Only very large text wraps. */}
      <ol className="-mx-1 flex items-center overflow-x-clip px-1 @max-[15rem]:flex-wrap">
        {crumbs.map(({ label, to }, index) => (
          <li
            key={to}
            className="flex flex-none items-center last:min-w-0 last:flex-1 @max-[15rem]:flex-initial @max-[15rem]:last:flex-initial"
          >
            {index > 0 && (
              <span aria-hidden className="mx-2 text-control">
                /
              </span>
            )}
            {index === crumbs.length - 1 ? (
              <span aria-current="page" className="truncate py-1.5 @max-[15rem]:whitespace-normal">
                {label}
              </span>
            ) : (
              <Link
                to={to}
                className="rounded-tag py-1.5 decoration-red-line decoration-2 underline-offset-4 hover:text-ink hover:underline"
              >
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

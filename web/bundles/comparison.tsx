import { Link } from 'react-router';
import type { compareBundles } from './compare-bundles.ts';

/** On a phone each bundle is a row with its contents as a list; on wider screens an ordinary table. */
export function Comparison({ columns, rows }: ReturnType<typeof compareBundles>) {
  const head =
    'border-b-2 border-ink px-2.5 py-2.5 text-left align-bottom text-small leading-snug text-subtle first:w-[15%] first:pl-4';
  const cell = 'border-b border-hairline px-2.5 py-4 align-top max-lg:border-0 max-lg:p-0';
  return (
    <table className="mt-8 w-full border-collapse max-lg:block lg:table-fixed max-lg:border-t-2 max-lg:border-ink max-lg:[&_:is(tbody,tr,th)]:block">
      <thead className="max-lg:sr-only">
        <tr>
          {['Bundle', 'Price', 'Delivery', ...columns].map((title) => (
            <th key={title} scope="col" className={head}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, route, isShown, price, saving, time, cells }) => (
          <tr
            key={route}
            className={`max-lg:border-b max-lg:border-hairline max-lg:py-5 ${isShown ? 'bg-surface max-lg:-mx-4 max-lg:px-4' : ''}`}
          >
            <th
              scope="row"
              className={`${cell} text-left lg:border-l-[3px] lg:pl-3.5 ${isShown ? 'lg:border-l-red-line' : 'lg:border-l-transparent'}`}
            >
              {isShown ? (
                <span aria-current="page">{title}</span>
              ) : (
                <Link to={route} prefetch="intent" className="link">
                  {title}
                </Link>
              )}
              {isShown && <span className="block text-small font-normal text-red-text">This bundle</span>}
            </th>
            <td className={`${cell} max-lg:mt-1 max-lg:flex max-lg:items-baseline max-lg:gap-x-4`}>
              <strong className="block text-lead leading-snug">{price}</strong>
              <span className="block text-small leading-snug font-semibold text-success">{saving}</span>
            </td>
            <td className={`${cell} text-base text-muted max-lg:mb-2 max-lg:block`}>{time}</td>
            {cells.map((items, index) => (
              <td
                key={columns[index]}
                className={`${cell} max-lg:text-base ${items.length === 0 ? 'max-lg:hidden' : 'max-lg:block'}`}
              >
                {items.length === 0 && (
                  <>
                    <span aria-hidden className="text-control">
                      –
                    </span>
                    <span className="sr-only">Not included</span>
                  </>
                )}
                {items.map(({ label, count, details }) => (
                  <div key={label} className="lg:mb-2 lg:last:mb-0">
                    <span className="lg:hidden">{label}</span>
                    <span className="max-lg:hidden">
                      <strong className="block text-lead leading-snug">{count}</strong>
                      {details.length > 0 && (
                        <span className="block text-[0.875rem] leading-snug text-muted">
                          {details.join(', ')}
                        </span>
                      )}
                    </span>
                  </div>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

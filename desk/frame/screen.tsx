import { type ReactNode, useEffect } from 'react';
import { shop } from '#contract/shop.ts';

/** A screen of the desk; its title is also the tab's title. `heading`: the title with a customer's own words isolated. */
export function Screen({
  title,
  heading = title,
  children,
}: {
  title: string;
  heading?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} – ${shop.name} desk`;
  }, [title]);
  return (
    <>
      <h1>{heading}</h1>
      <div className="mt-6 flex flex-col gap-10">{children}</div>
    </>
  );
}

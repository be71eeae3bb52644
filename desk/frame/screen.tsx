import { type ReactNode, useEffect } from 'react';
import { shop } from '#contract/shop.ts';

/** A screen of the desk; its title is also the tab's title. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – ${shop.name} desk`;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      <div className="mt-6 flex flex-col gap-10">{children}</div>
    </>
  );
}

import type { ReactNode } from 'react';

/** The layout of errors: what happened, and how to continue. */
export function ErrorScreen({
  code,
  title,
  children,
  actions,
}: {
  code?: string;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="page grid content-start py-16 md:pt-28">
      <div className="note max-w-2xl py-2 pl-6 md:pl-8">
        {code !== undefined && <p className="figures mb-3 font-semibold text-red-text">{code}</p>}
        <h1>{title}</h1>
        <div className="mt-5 text-lead text-muted">{children}</div>
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
      </div>
    </div>
  );
}

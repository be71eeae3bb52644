import type { ReactNode } from 'react';
import { shop } from '#contract/shop.ts';
import { Snackbar } from '#ui/snackbar.tsx';
import { Screen } from '#desk/frame/screen.tsx';

/** The frame of the screens before login. */
export function OutsideFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col p-6 pt-[12vh]">
      <header className="mb-8 w-fit border-b-3 border-red-line font-display text-[1.125rem] leading-tight font-[650]">
        {shop.name} desk
      </header>
      {/* the key remounts the element: another title is another page */}
      <main key={title} id="content">
        <Screen title={title}>{children}</Screen>
      </main>
      <Snackbar />
    </div>
  );
}

import type { ReactNode } from 'react';
import { formatDay } from '#contract/delivery-date.ts';
import type { PaymentPage } from '#contract/storefront/payments.ts';
import { dueDay } from './payment-state.ts';

/** Work by people takes days; automatic work is ready at once, also when people add to it. */
export function WhatComesNext({ lines }: Pick<PaymentPage, 'lines'>) {
  const due = dueDay(lines);
  const steps: { key: string; words: ReactNode }[] = [
    ...(lines.some(({ days }) => days === 0)
      ? [
          {
            key: 'instant',
            words: 'Your automatic results will be ready in about a minute. We’ll email you.',
          },
        ]
      : []),
    ...(lines.some(({ hasAutomaticPart }) => hasAutomaticPart)
      ? [{ key: 'part', words: 'The automatic part will be ready in about a minute. We’ll email you.' }]
      : []),
    ...(lines.some(({ days }) => days > 0)
      ? [
          { key: 'brief', words: 'Your brief goes to our team. If anything is unclear, we’ll ask.' },
          { key: 'edit', words: 'We do the work and check it line by line.' },
          {
            key: 'due',
            words: (
              <>
                We’ll deliver your order{' '}
                {due === undefined ? 'on the date shown on its page' : <Due day={due} />}, and email you.
              </>
            ),
          },
        ]
      : []),
  ];
  if (steps.length === 1) return <p>{steps[0]?.words}</p>;
  return (
    <ol className="flex flex-col gap-3">
      {steps.map(({ key, words }, index) => (
        <Next key={key} number={index + 1}>
          {words}
        </Next>
      ))}
    </ol>
  );
}

const Due = ({ day }: { day: string }) => (
  <>
    by <strong className="whitespace-nowrap">{formatDay(day)}</strong>
  </>
);

function Next({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span aria-hidden className="figures font-display font-[650] text-red-text">
        {number}
      </span>
      <span>{children}</span>
    </li>
  );
}

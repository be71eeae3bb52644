import { Fragment } from 'react';
import { SampleSheet } from '#web/products/sample-sheet.tsx';

/** A text after editing: unchanged parts, and pairs of deleted and inserted text. */
const draft: readonly (string | readonly [cut: string, kept: string])[] = [
  'At Golden Crust',
  [
    ', we are passionate about bread, which is why our bakers proudly light the oven at two in the morning.',
    ' the oven is lit at two.',
  ],
  ' ',
  [
    'Our loaves are made using only heritage grains and are lovingly left to rest',
    'Old grains, and a dough that rests',
  ],
  ' for 36 hours. ',
  ['Due to popular demand, we are usually sold out', 'The last loaf is gone'],
  ' by noon',
  [', so be sure to come early!', '.'],
];
const version = (index: 0 | 1) =>
  draft.map((part) => (typeof part === 'string' ? part : part[index])).join('');
const before = version(0);
const after = version(1);
const words = (text: string) => `${text.split(' ').length} words`;

/** The three states of one text, side by side. */
export function EditedDraft() {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-3">
      <SampleSheet title="1. The draft" state={words(before)}>
        <p>{before}</p>
      </SampleSheet>
      <SampleSheet
        title="2. The edit"
        state="Editor’s marks"
        note="Everyone says “passionate.” Only a baker can say “at two.”"
      >
        <p>
          {draft.map((part) => {
            if (typeof part === 'string') return part;
            const [cut, kept] = part;
            return (
              <Fragment key={kept}>
                <del>{cut}</del>
                {kept !== '.' && ' '}
                <ins>{kept.trimStart()}</ins>
              </Fragment>
            );
          })}
        </p>
      </SampleSheet>
      <SampleSheet title="3. What you receive" state={words(after)}>
        <p>{after}</p>
      </SampleSheet>
    </div>
  );
}

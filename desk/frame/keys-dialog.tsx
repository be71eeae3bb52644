import { useLayoutEffect, useRef } from 'react';
import type { Me } from '#contract/desk/staff.ts';
import type { StaffPermission } from '#contract/desk/permissions.ts';
import { Button } from '#ui/button.tsx';
import { mayDo } from '#desk/api/session.ts';
import { Dialog } from './dialog.tsx';

/** A screen. `key`: opens it when pressed after G. */
export type Place = { to: string; label: string; key?: string };
type Key = [key: string, does: string, needs?: StaffPermission];

const keysOf = (places: readonly Place[]): [where: string, keys: Key[]][] => [
  [
    'Everywhere',
    [
      ['N', 'Open my next task', 'work.own'],
      ['/', 'Search'],
      ...places.flatMap(({ label, key }): Key[] =>
        key === undefined ? [] : [[`G ${key.toUpperCase()}`, `Go to ${label}`]],
      ),
      ['?', 'Show keyboard shortcuts'],
      ['Esc', 'Close a dialog, or go back to the list'],
    ],
  ],
  [
    'In lists',
    [
      ['.', 'Refresh a list that has changed'],
      ['J, K', 'Next row, previous row'],
      ['Enter', 'Open the row'],
    ],
  ],
  [
    'In the queue',
    [
      ['X', 'Select the line', 'work.assign'],
      ['Shift X', 'Select all lines up to this one', 'work.assign'],
      ['A', 'Assign the line', 'work.assign'],
      ['D', 'Move the due date', 'work.assign'],
      ['M', 'Assign the line to me', 'work.assign'],
    ],
  ],
  [
    'In a conversation',
    [
      ['R', 'Write a reply', 'ticket.answer'],
      ['Ctrl Enter', 'Send the reply', 'ticket.answer'],
      ['Ctrl Shift Enter', 'Send the reply, and open my next task', 'ticket.answer'],
      [';', 'Choose a saved reply', 'ticket.answer'],
      ['M', 'Assign the conversation to me', 'ticket.answer'],
      ['A', 'Assign the conversation', 'ticket.manage'],
      ['Z', 'Snooze the conversation', 'ticket.answer'],
      ['I', 'Write a note', 'ticket.answer'],
      ['E', 'Close or reopen the conversation', 'ticket.answer'],
      ['!', 'Mark the conversation as spam', 'ticket.manage'],
      ['F', 'Refund the order', 'money.refund'],
    ],
  ],
  [
    'On a line’s page',
    [
      ['J, K', 'Next line, previous line in the list', 'work.own'],
      ['S', 'Start work', 'work.write'],
      ['Ctrl V', 'Paste all pieces', 'work.write'],
      ['F', 'Add files', 'work.write'],
      ['P', 'Go to the next unanswered change', 'work.own'],
      ['Ctrl Enter', 'Deliver the text or submit it for review', 'work.write'],
      ['Ctrl Shift Enter', 'Deliver or submit the text, and open my next task', 'work.write'],
      ['U', 'Undo the delivery', 'work.deliver'],
      ['Q', 'Ask the customer a question', 'work.deliver'],
      ['H', 'Return the text to the writer', 'work.deliver'],
      ['I', 'Write a note', 'work.own'],
    ],
  ],
];

/** Lists the desk's keyboard shortcuts that the person's role allows. */
export function KeysDialog({
  me,
  places,
  onClose,
}: {
  me: Me;
  places: readonly Place[];
  onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  // the focus on the button below the list would scroll the list's beginning out of sight
  useLayoutEffect(() => list.current?.focus(), []);
  return (
    <Dialog title="Keyboard shortcuts" isWide onClose={onClose}>
      <div ref={list} tabIndex={-1} className="gap-8 md:columns-2">
        {keysOf(places)
          .map(([where, keys]) => [where, keys.filter(([, , needs]) => !needs || mayDo(me, needs))] as const)
          .filter(([, keys]) => keys.length > 0)
          .map(([where, keys]) => (
            <section key={where} className="mb-4 break-inside-avoid">
              <h3>{where}</h3>
              <dl className="mt-1 grid grid-cols-[8.5rem_1fr] gap-y-1">
                {keys.map(([key, does]) => (
                  <div key={key} className="contents">
                    <dt>{key}</dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <p className="text-muted">You can turn off single-key shortcuts in My account.</p>
      <Button look="quiet" className="self-start" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}

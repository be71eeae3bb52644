import { Button } from '#ui/button.tsx';
import { Dialog } from './dialog.tsx';

const keys: [place: string, keys: [key: string, does: string][]][] = [
  [
    'Everywhere',
    [
      ['N', 'Open my next task'],
      ['/', 'Search'],
      ['.', 'Show new changes'],
      ['G T, G Q', 'Go to Today, to the queue'],
      ['G O, G C', 'Go to orders, to customers'],
      ['G P, G L', 'Go to people, to the log'],
      ['?', 'Show keyboard shortcuts'],
      ['Esc', 'Close a dialog'],
    ],
  ],
  [
    'In the queue',
    [
      ['J, K', 'Next line, previous line'],
      ['Enter', 'Open the line'],
      ['X', 'Select the line'],
      ['A', 'Assign'],
      ['M', 'Assign to me'],
    ],
  ],
  [
    'In a line',
    [
      ['S', 'Start'],
      ['Ctrl Enter', 'Deliver, or hand in'],
      ['Q', 'Ask the customer'],
      ['H', 'Hand back'],
      ['I', 'Write a note'],
    ],
  ],
];

/** The keys of the desk. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    {keys.map(([place, listed]) => (
      <section key={place}>
        <h3>{place}</h3>
        <dl className="mt-1 grid grid-cols-[7rem_1fr] gap-y-1">
          {listed.map(([key, does]) => (
            <div key={key} className="contents">
              <dt>{key}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
    <p className="text-muted">You can turn off the single-key shortcuts in My account.</p>
    <Button look="quiet" onClick={onClose}>
      Close
    </Button>
  </Dialog>
);

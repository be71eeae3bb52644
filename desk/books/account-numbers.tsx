import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { booksEndpoints, type ShownBooks } from '#contract/desk/books.ts';
import { accountLabel, compareAccounts } from '#contract/desk/ledger-words.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

/** The accountant's own account numbers, which the journal and the trial balance show. */
export function AccountNumbers({ books, again }: { books: ShownBooks; again: () => unknown }) {
  const [isOpen, setIsOpen] = useState(false);
  const numbers = new Map(
    books.books.flatMap(({ accounts }) => accounts.map(({ account, number }) => [account, number ?? ''])),
  );
  return (
    <section aria-labelledby="numbers" className="max-w-2xl print:hidden">
      <h2 id="numbers" className="mb-2">
        Account numbers
      </h2>
      <p className="mb-3">
        Give each account the number it has in your accounting software. The journal and the trial balance
        show these numbers.
      </p>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        Change account numbers
      </Button>
      {isOpen && (
        <NumbersDialog
          numbers={numbers}
          onClose={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false);
            again();
          }}
        />
      )}
    </section>
  );
}

function NumbersDialog({
  numbers,
  onClose,
  onSaved,
}: {
  numbers: ReadonlyMap<string, string>;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { id: me } = useOutletContext<Me>();
  const [initial] = useState(() => ({
    accounts: [...numbers]
      .toSorted(([a], [b]) => compareAccounts(a, b))
      .map(([account, number]) => ({ account, number })),
  }));
  const { busy, form, set, latest, errorAt } = useSendForm({
    name: `account-numbers-${me}`,
    initial,
    schema: booksEndpoints.numberAccounts.body,
    fields: ['accounts'],
    keeps: true,
    async send({ accounts: typed }) {
      // sends only the changed numbers, so that a number that someone else has set since is not overwritten
      const accounts = typed.filter(({ number }, index) => number !== initial.accounts[index]?.number);
      if (accounts.length > 0) await withProof(() => callDesk('numberAccounts', { body: { accounts } }));
      notify({ message: 'Saved' });
      onSaved();
    },
  });
  const { accounts } = latest.current;
  return (
    <Dialog title="Account numbers" onClose={onClose}>
      <SendForm form={form} className="gap-3">
        {accounts.map(({ account, number }, index) => (
          <TextField
            key={account}
            id={`account-numbers-accounts-${index}-number`}
            label={accountLabel(account)}
            optional
            autoComplete="off"
            max={20}
            value={number}
            error={errorAt(`accounts.${index}.number`) ?? errorAt(`accounts.${index}.account`)}
            onValue={(typed) =>
              set({
                accounts: accounts.map((row) => (row.account === account ? { account, number: typed } : row)),
              })
            }
          />
        ))}
        <FormButtons busy={busy} busyText="Saving" onClose={onClose}>
          Save
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}

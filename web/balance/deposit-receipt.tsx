import { useState } from 'react';
import { failureMessage } from '#ui/api-error.ts';
import { balanceCalls } from '#web/api/balance-calls.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { saveFile } from '#ui/save-file.ts';
import { notify } from '#ui/snackbar.tsx';

/** Downloads the receipt of a paid deposit. */
export function DepositReceipt({ number, label }: { number: string; label: string }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(...(await fetchFile(balanceCalls.showDepositReceipt, { params: { depositNumber: number } })));
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="link min-h-6 print:hidden"
      aria-label={`${label} for deposit ${number} (PDF)`}
      aria-disabled={busy || undefined}
      onClick={() => !busy && void download()}
    >
      {label}
    </button>
  );
}

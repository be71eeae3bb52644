import { useState } from 'react';
import { failureMessage } from '#web/api/api-error.ts';
import { balanceCalls } from '#web/api/balance-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { saveSentFile } from '#ui/save-file.ts';
import { notify } from '#ui/snackbar.tsx';

/** Downloads the receipt of a paid deposit. */
export function DepositReceipt({ number, label }: { number: string; label: string }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveSentFile(await callApi(balanceCalls.showDepositReceipt, { params: { depositNumber: number } }));
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

import { fetchFile } from '#web/api/fetch-file.ts';
import { saveFile } from '#ui/save-file.ts';
import { useBusy } from '#ui/use-busy.ts';

/** Downloads the receipt of a paid deposit. */
export function DepositReceipt({ number, label }: { number: string; label: string }) {
  const { busy, run } = useBusy();
  const download = async () =>
    saveFile(await fetchFile('showDepositReceipt', { params: { depositNumber: number } }));
  return (
    <button
      type="button"
      className="link min-h-6 print:hidden"
      aria-label={`${label} for deposit ${number} (PDF)`}
      aria-disabled={busy || undefined}
      onClick={() => void run(download)}
    >
      {label}
    </button>
  );
}

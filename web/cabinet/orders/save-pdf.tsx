import { Download } from 'lucide';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useBusy } from '#ui/use-busy.ts';
import { fetchFile } from '#web/api/fetch-file.ts';

/** Saves the report on the ordered text as a PDF. */
export function SavePdf({ number, position }: { number: string; position: number }) {
  const { busy, run } = useBusy();
  const save = async () => saveFile(await fetchFile('showReportPdf', { params: { number, position } }));
  return (
    <Button look="quiet" small busy={busy} busyText="Preparing" onClick={() => void run(save)}>
      <Icon of={Download} size={18} className="max-sm:hidden" /> Download PDF
    </Button>
  );
}

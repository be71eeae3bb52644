import { useOutletContext } from 'react-router';
import type { Report } from '#contract/desk/money-lists.ts';
import type { Me } from '#contract/desk/staff.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useBusy } from '#ui/use-busy.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import type { Period } from '#desk/frame/period-form.tsx';

/** Downloads a report of a period as CSV; nothing without the permission. */
export function ExportButton({ report, period, label }: { report: Report; period: Period; label: string }) {
  const me = useOutletContext<Me>();
  const { busy, run } = useBusy();
  if (!mayDo(me, 'money.export')) return null;
  const download = async () => {
    saveFile(await withProof(() => callDesk('exportReport', { params: { report }, body: period })));
  };
  return (
    <Button look="quiet" busy={busy} busyText="Preparing the file" onClick={() => void run(download)}>
      Download {label} (.csv)
    </Button>
  );
}

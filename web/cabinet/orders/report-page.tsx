import { lazy, Suspense } from 'react';
import { CabinetFrame } from '#web/cabinet/cabinet-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = () => pageMeta({ title: 'Your report' });

// a chunk of its own, so that other pages' lists of chunks stay short
const MyReport = lazy(async () => ({ default: (await import('./my-report.tsx')).MyReport }));

export default function ReportPage() {
  return (
    <CabinetFrame>
      <Suspense>
        <MyReport />
      </Suspense>
    </CabinetFrame>
  );
}

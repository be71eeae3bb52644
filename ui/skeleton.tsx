/** Grey bars in place of loading content; shown after 300 ms. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-3/5'];
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} aria-hidden className={`skeleton h-5 ${widths[index % widths.length] ?? ''}`} />
      ))}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div className="page grid content-start gap-8 py-12">
      <span aria-hidden className="skeleton h-12 w-3/5 max-w-md" />
      <Skeleton lines={6} />
    </div>
  );
}

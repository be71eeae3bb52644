import type { Tone } from './status-labels.ts';

const looks: Record<Tone, string> = {
  neutral: '',
  info: 'bg-info-tint text-info',
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  danger: 'bg-red-tint text-red-text',
};

export function StatusTag({ label, tone }: { label: string; tone: Tone }) {
  return <span className={`tag ${looks[tone]}`}>{label}</span>;
}

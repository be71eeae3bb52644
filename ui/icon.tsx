import type { IconNode } from 'lucide';
import type { SVGProps } from 'react';

/** A decorative icon; assistive technology skips it. The size is in pixels. */
export const Icon = ({
  of: shapes,
  size = 20,
  ...rest
}: SVGProps<SVGSVGElement> & { of: IconNode; size?: number }) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    {...rest}
  >
    {shapes.map(([Shape, attributes], index) => (
      <Shape key={index} {...attributes} />
    ))}
  </svg>
);

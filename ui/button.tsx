import { LoaderCircle } from 'lucide';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '#ui/icon.tsx';

type Look = { look?: 'primary' | 'quiet'; small?: boolean };

const classes = ({ look = 'primary', small = false }: Look, extra = '') =>
  `button button-${look} ${small ? 'button-small' : ''} ${extra}`;

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    children: ReactNode;
    /** While busy, the button says so, keeps its width and cannot be pressed twice. */
    busy?: boolean;
    busyText?: string;
  };

export function Button({
  look,
  small,
  busy = false,
  busyText = 'One moment',
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // Names both types, because the lint rule requires a literal type here.
      type={type === 'submit' ? 'submit' : 'button'}
      className={classes({ ...(look ? { look } : {}), ...(small ? { small } : {}) }, className)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {/* Both texts share one grid cell, so that the button has the width of the longer text. */}
      <span className="grid">
        <span
          className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-2 ${busy ? 'invisible' : ''}`}
        >
          {children}
        </span>
        {busy && (
          <span
            role="status"
            className="col-start-1 row-start-1 inline-flex items-center justify-center gap-2"
          >
            <Icon of={LoaderCircle} className="spinner flex-none" />
            {busyText}
          </span>
        )}
      </span>
    </button>
  );
}

export function ButtonLink({ look, small, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classes({ ...(look ? { look } : {}), ...(small ? { small } : {}) }, className)}
    />
  );
}

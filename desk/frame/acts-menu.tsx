import type { ReactNode } from 'react';

/** A small button that opens a menu of MenuItems. `id`: unique on the page. `of`: whom or what they are about, for screen readers. */
export const ActsMenu = ({ id, of, children }: { id: string; of: string; children: ReactNode }) => (
  <>
    <button type="button" popoverTarget={id} className="button button-quiet button-small">
      Actions<span className="sr-only"> for {of}</span>
      <span aria-hidden className="ml-2 text-muted">
        ▾
      </span>
    </button>
    {/* closes before a dialog opens, so that the focus returns to the button */}
    <div
      id={id}
      popover="auto"
      className="more"
      onClickCapture={({ currentTarget }) => currentTarget.hidePopover()}
    >
      {children}
    </div>
  </>
);

/** An action in a menu. `isApart`: below a line, for what can't be undone. */
export const MenuItem = ({
  isApart = false,
  onAct,
  children,
}: {
  isApart?: boolean;
  onAct: () => void;
  children: ReactNode;
}) => (
  <div className={isApart ? 'mt-2 border-t border-hairline pt-2' : undefined}>
    <button type="button" className="menu-item" onClick={onAct}>
      {children}
    </button>
  </div>
);

import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

/** The filters above a list. `search`: the field beside the buttons. `onClear`: removes all filters; absent while none is set. */
export const FilterForm = ({
  search,
  onFind,
  onClear,
  children,
}: {
  search: ReactNode;
  onFind: () => void;
  onClear?: (() => void) | undefined;
  children: ReactNode;
}) => (
  <form
    role="search"
    aria-label="Filters"
    className="filters"
    onSubmit={(event) => {
      event.preventDefault();
      onFind();
    }}
  >
    {children}
    <div className="filter-search">
      {search}
      <Button type="submit" look="quiet">
        Find
      </Button>
      {onClear && (
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  </form>
);

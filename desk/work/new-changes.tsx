import { useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { Button } from '#ui/button.tsx';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import { refreshWork, useChanged } from './pulse.ts';
import { useKeys } from './use-keys.ts';

/** Announces that work changed and reloads on request, so that rows don't move under the pointer. */
export function NewChanges() {
  const client = useQueryClient();
  const me = useOutletContext<Me>();
  const isChanged = useChanged();
  const show = () => void refreshWork(client);
  useKeys({ '.': show }, me.singleKeys);
  return (
    // rendered even when empty, so that its text doesn't move the content below
    <div role="status" className="flex min-h-9 items-center gap-3">
      {isChanged && (
        <>
          <span className="text-muted">This list has changed.</span>
          <Button look="quiet" small onClick={show}>
            Refresh
            <KeyHint me={me} name="." />
          </Button>
        </>
      )}
    </div>
  );
}

import type { Me } from '#contract/desk-staff.ts';

/** The key of a button, where keys are on; a phone has none and no room. */
export const KeyHint = ({ me, name }: { me: Pick<Me, 'singleKeys'>; name: string }) =>
  me.singleKeys && <span className="-ml-1 max-md:hidden"> ({name})</span>;

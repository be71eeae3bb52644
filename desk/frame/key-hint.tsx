import type { Me } from '#contract/desk/staff.ts';

/** Shows a button's key if single keys are on; never on a phone, which has no keyboard and little room. */
export const KeyHint = ({ me, name }: { me: Pick<Me, 'singleKeys'>; name: string }) =>
  me.singleKeys && <span className="-ml-1 max-md:hidden"> ({name})</span>;

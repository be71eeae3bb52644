/** Permissions of members of staff. A call of the desk requires one of them, any login (`staff`), or no login (`anyone`). */
export const permissions = {
  'work.own': 'See unassigned work and their own work',
  'work.see': 'See all work, with briefs, drafts, versions and notes',
  'work.take': 'Assign unassigned work to themselves',
  'work.write': 'Start work, write, and submit it for review',
  'work.deliver': 'Review and deliver work, and ask customers questions',
  'work.assign': 'Assign work to others',
  'work.override': 'Deliver despite a failed check or without a review',
  'order.see': 'See orders, with prices, payments and activity',
  'order.cancel': 'Cancel undelivered orders with a full refund, regardless of refund limits',
  'customer.see': 'See customers, with their balances and orders',
  'customer.lock': 'Lock, unlock and log out customers',
  'customer.data': 'Export and erase customers’ data',
  'ticket.see': 'See messages',
  'ticket.answer': 'Reply to messages, and close conversations',
  'ticket.manage': 'Assign conversations, mark spam and edit saved replies',
  'money.see': 'See payments, refunds, disputes and webhook events',
  'money.refund': 'Make refunds, up to a limit',
  'money.adjust': 'Credit and debit balances, up to a limit, and explain provider transactions',
  'money.approve': 'Approve refunds, credits and debits that exceed the requester’s limit',
  'money.repair': 'Retry webhook events, resend emails and run money checks',
  'money.export': 'Download the journal and reports, and sign off days',
  'catalogue.edit': 'Edit catalog drafts',
  'catalogue.publish': 'Publish, pause and roll back the catalog',
  'shop.settings': 'Change allowed networks and holidays, and see email previews',
  'staff.manage': 'Invite people, change their roles and end their sessions',
  'keys.manage': 'Manage API keys and outgoing webhooks',
  'log.see': 'See the audit log',
} as const;

export type StaffPermission = keyof typeof permissions;

export const permissionNames = Object.keys(permissions) as StaffPermission[];

/** Permissions for later releases. No call requires them yet, so the desk doesn't show them. */
const later: ReadonlySet<StaffPermission> = new Set(['catalogue.edit', 'catalogue.publish', 'keys.manage']);

/** Permissions that calls of the desk require. */
export const usedPermissions = permissionNames.filter((name) => !later.has(name));

/** Stands for all permissions, including later ones. */
export const everything = '*';

/** A person's limit of credits and debits for all customers in 7 days is this multiple of their limit for one in 24 hours. */
export const weeklyLimitFactor = 5;

/** The amounts (minor units) that a person may refund, or credit and debit, without a second person. Null: no limit. */
export type Limits = { refund: number | null; adjust: number | null };

export type StaffRole = Limits & { key: string; label: string; permissions: (StaffPermission | '*')[] };

const none: Limits = { refund: 0, adjust: 0 };

/** The roles that every shop has. The server stores them beside the shop's own roles. */
export const builtInRoles: readonly StaffRole[] = [
  { key: 'owner', label: 'Owner', permissions: [everything], refund: null, adjust: null },
  {
    key: 'manager',
    label: 'Manager',
    permissions: permissionNames.filter(
      (name) => !['customer.data', 'shop.settings', 'staff.manage', 'keys.manage'].includes(name),
    ),
    refund: 50_000,
    adjust: 20_000,
  },
  {
    key: 'editor',
    label: 'Editor',
    permissions: [
      'work.see',
      'work.take',
      'work.write',
      'work.deliver',
      'work.assign',
      'order.see',
      'ticket.see',
      'ticket.answer',
    ],
    ...none,
  },
  { key: 'writer', label: 'Writer', permissions: ['work.own', 'work.take', 'work.write'], ...none },
  {
    key: 'support',
    label: 'Support',
    permissions: [
      'work.see',
      'order.see',
      'customer.see',
      'ticket.see',
      'ticket.answer',
      'ticket.manage',
      'money.see',
      'money.refund',
    ],
    refund: 5_000,
    adjust: 0,
  },
  {
    key: 'accountant',
    label: 'Accountant',
    permissions: ['order.see', 'customer.see', 'money.see', 'money.export', 'log.see'],
    ...none,
  },
  {
    key: 'reader',
    label: 'Reader',
    permissions: ['work.see', 'order.see', 'customer.see', 'ticket.see', 'money.see', 'log.see'],
    ...none,
  },
];

/** Whether `held` includes the permission `needed`. `work.see`, for all work, includes `work.own`. */
export const holds = (held: readonly string[], needed: StaffPermission): boolean =>
  held.includes(everything) || held.includes(needed) || (needed === 'work.own' && held.includes('work.see'));

/** Whether `held` covers each of `given`: a person can't give a permission that they don't have. */
export const covers = (held: readonly string[], given: readonly string[]): boolean =>
  held.includes(everything) ||
  given.every((name) => name !== everything && holds(held, name as StaffPermission));

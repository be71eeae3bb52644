/** What a member of staff may be allowed to do; each call of the desk names one of them, or `staff`. */
export const permissions = {
  'work.own': 'See free work and one’s own',
  'work.see': 'See all work with briefs, drafts, versions and notes',
  'work.take': 'Take free work, and give it back',
  'work.write': 'Start, write and hand in work',
  'work.deliver': 'Ask the customer, and deliver',
  'work.assign': 'Assign work to others',
  'work.override': 'Deliver although a check fails, or without a second reader',
  'order.see': 'See orders with prices, payments and events',
  'order.cancel': 'Cancel orders',
  'customer.see': 'See customers, their balance and their orders',
  'customer.lock': 'Lock, unlock and log out customers',
  'customer.data': 'Export and erase customers’ data',
  'ticket.see': 'See messages',
  'ticket.answer': 'Answer and close messages',
  'ticket.manage': 'Assign messages, mark spam, edit saved replies',
  'money.see': 'See payments, refunds, disputes and webhook events',
  'money.refund': 'Refund up to a limit',
  'money.adjust': 'Credit and debit balances up to a limit',
  'money.approve': 'Approve refunds and adjustments above a limit',
  'money.repair': 'Retry webhook events, resend emails, audit the money',
  'money.export': 'Export the journal, sign a day',
  'catalogue.edit': 'Edit drafts of the catalogue',
  'catalogue.publish': 'Publish, pause and roll back the catalogue',
  'shop.settings': 'Change the shop’s settings',
  'staff.manage': 'Invite people, change their roles, end their sessions',
  'keys.manage': 'Manage API keys and outgoing webhooks',
  'log.see': 'See the audit log',
} as const;

export type StaffPermission = keyof typeof permissions;

export const permissionNames = Object.keys(permissions) as StaffPermission[];

/** All permissions, also those of later releases. */
export const everything = '*';

/** Minor units a person may refund, or credit and debit, without a second person; null: no limit, 0: never alone. */
export type Limits = { refund: number | null; adjust: number | null };

export type StaffRole = Limits & { key: string; label: string; permissions: (StaffPermission | '*')[] };

const none: Limits = { refund: 0, adjust: 0 };

/** The roles that each shop has; the server writes them to the database, beside the shop's own roles. */
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

/** Whether someone with the permissions `held` may do what `needed` names; who sees all work sees their own. */
export const holds = (held: readonly string[], needed: StaffPermission): boolean =>
  held.includes(everything) || held.includes(needed) || (needed === 'work.own' && held.includes('work.see'));

/** Whether `held` covers each of `given`: nobody gives a permission that they don't hold. */
export const covers = (held: readonly string[], given: readonly string[]): boolean =>
  held.includes(everything) ||
  given.every((name) => name !== everything && holds(held, name as StaffPermission));

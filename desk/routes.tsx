import { createBrowserRouter } from 'react-router';
import type { MoneyList } from '#contract/desk/money-lists.ts';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { DeskFault, NoSuchPage } from './frame/desk-fault.tsx';
import { LogInPage } from './log-in/log-in-page.tsx';

// a list of its own: the contract's would load its schemas on the log-in page
const moneyLists: readonly MoneyList[] = ['refunds', 'disputes', 'goodwill'];

/** Loads each screen on demand, so that the log-in page stays small. */
export const createDeskRouter = () =>
  createBrowserRouter(
    [
      {
        ErrorBoundary: DeskFault,
        HydrateFallback: PageSkeleton,
        children: [
          { path: 'login', element: <LogInPage /> },
          {
            path: 'welcome',
            lazy: async () => ({ Component: (await import('#desk/log-in/welcome-page.tsx')).WelcomePage }),
          },
          {
            lazy: async () => ({ Component: (await import('#desk/frame/desk-frame.tsx')).DeskFrame }),
            children: [
              {
                index: true,
                lazy: async () => ({ Component: (await import('#desk/frame/desk-frame.tsx')).FirstPlace }),
              },
              {
                path: 'today',
                lazy: async () => ({ Component: (await import('#desk/today/today-page.tsx')).TodayPage }),
              },
              {
                path: 'queue',
                lazy: async () => ({ Component: (await import('#desk/queue/queue-page.tsx')).QueuePage }),
              },
              {
                path: 'lines/:number/:position',
                lazy: async () => ({ Component: (await import('#desk/line/line-page.tsx')).LinePage }),
              },
              {
                path: 'tickets',
                lazy: async () => ({
                  Component: (await import('#desk/tickets/tickets-page.tsx')).TicketsPage,
                }),
              },
              {
                path: 'tickets/:number',
                lazy: async () => ({ Component: (await import('#desk/tickets/ticket-page.tsx')).TicketPage }),
              },
              {
                path: 'replies',
                lazy: async () => ({
                  Component: (await import('#desk/tickets/replies-page.tsx')).RepliesPage,
                }),
              },
              {
                path: 'orders',
                lazy: async () => ({ Component: (await import('#desk/orders/orders-page.tsx')).OrdersPage }),
              },
              {
                path: 'orders/:number',
                lazy: async () => ({ Component: (await import('#desk/orders/order-page.tsx')).OrderPage }),
              },
              {
                path: 'customers',
                lazy: async () => ({
                  Component: (await import('#desk/customers/customers-page.tsx')).CustomersPage,
                }),
              },
              {
                path: 'customers/:id',
                lazy: async () => ({
                  Component: (await import('#desk/customers/customer-page.tsx')).CustomerPage,
                }),
              },
              {
                path: 'approvals',
                lazy: async () => ({
                  Component: (await import('#desk/approvals/approvals-page.tsx')).ApprovalsPage,
                }),
              },
              {
                path: 'approvals/:id',
                lazy: async () => ({
                  Component: (await import('#desk/approvals/approval-page.tsx')).ApprovalPage,
                }),
              },
              {
                path: 'money',
                lazy: async () => ({ Component: (await import('#desk/money/money-page.tsx')).MoneyPage }),
              },
              {
                path: 'money/payments',
                lazy: async () => ({
                  Component: (await import('#desk/money/payments-page.tsx')).PaymentsPage,
                }),
              },
              {
                path: 'money/payments/:number',
                lazy: async () => ({ Component: (await import('#desk/money/payment-page.tsx')).PaymentPage }),
              },
              ...moneyLists.map((list) => ({
                path: `money/${list}`,
                lazy: async () => {
                  const { EntriesPage } = await import('#desk/money/entries-page.tsx');
                  // another list is another page: it starts without the rows of this one
                  return { element: <EntriesPage key={list} list={list} /> };
                },
              })),
              {
                path: 'money/payouts',
                lazy: async () => ({ Component: (await import('#desk/money/payouts-page.tsx')).PayoutsPage }),
              },
              {
                path: 'books',
                lazy: async () => ({ Component: (await import('#desk/books/books-page.tsx')).BooksPage }),
              },
              {
                path: 'books/period',
                lazy: async () => ({ Component: (await import('#desk/books/period-page.tsx')).PeriodPage }),
              },
              {
                path: 'books/totals',
                lazy: async () => ({ Component: (await import('#desk/books/totals-page.tsx')).TotalsPage }),
              },
              {
                path: 'books/roll-forward',
                lazy: async () => ({
                  Component: (await import('#desk/books/roll-forward-page.tsx')).RollForwardPage,
                }),
              },
              {
                path: 'books/idle',
                lazy: async () => ({ Component: (await import('#desk/books/idle-page.tsx')).IdlePage }),
              },
              {
                path: 'me',
                lazy: async () => ({ Component: (await import('#desk/me/me-page.tsx')).MePage }),
              },
              {
                path: 'people',
                lazy: async () => ({ Component: (await import('#desk/team/people-page.tsx')).PeoplePage }),
              },
              {
                path: 'people/:id',
                lazy: async () => ({ Component: (await import('#desk/team/person-page.tsx')).PersonPage }),
              },
              {
                path: 'roles',
                lazy: async () => ({ Component: (await import('#desk/team/roles-page.tsx')).RolesPage }),
              },
              {
                path: 'emails',
                lazy: async () => ({
                  Component: (await import('#desk/settings/emails-page.tsx')).EmailsPage,
                }),
              },
              {
                path: 'emails/:email',
                lazy: async () => ({ Component: (await import('#desk/settings/email-page.tsx')).EmailPage }),
              },
              {
                path: 'calendar',
                lazy: async () => ({
                  Component: (await import('#desk/settings/calendar-page.tsx')).CalendarPage,
                }),
              },
              {
                path: 'networks',
                lazy: async () => ({
                  Component: (await import('#desk/settings/networks-page.tsx')).NetworksPage,
                }),
              },
              {
                path: 'log',
                lazy: async () => ({ Component: (await import('#desk/log/log-page.tsx')).LogPage }),
              },
              { path: '*', element: <NoSuchPage /> },
            ],
          },
        ],
      },
    ],
    { basename: '/desk' },
  );

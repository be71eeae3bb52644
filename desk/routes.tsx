import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import type { MoneyList } from '#contract/desk/money-lists.ts';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { DeskFault, NoSuchPage } from './frame/desk-fault.tsx';
import { LogInPage } from './log-in/log-in-page.tsx';

// a list of its own: the contract's would load its schemas on the log-in page
const moneyLists: readonly MoneyList[] = ['refunds', 'disputes', 'goodwill'];

/** A screen that is loaded when it is first opened, so that the log-in page stays small. */
const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** The desk's screens by their addresses. */
export const createDeskRouter = () =>
  createBrowserRouter(
    [
      {
        ErrorBoundary: DeskFault,
        HydrateFallback: PageSkeleton,
        children: [
          { path: 'login', element: <LogInPage /> },
          screen('welcome', async () => (await import('#desk/log-in/welcome-page.tsx')).WelcomePage),
          {
            lazy: async () => ({ Component: (await import('#desk/frame/desk-frame.tsx')).DeskFrame }),
            children: [
              {
                index: true,
                lazy: async () => ({ Component: (await import('#desk/frame/desk-frame.tsx')).FirstPlace }),
              },
              screen('today', async () => (await import('#desk/today/today-page.tsx')).TodayPage),
              screen('queue', async () => (await import('#desk/queue/queue-page.tsx')).QueuePage),
              screen(
                'lines/:number/:position',
                async () => (await import('#desk/line/line-page.tsx')).LinePage,
              ),
              screen('tickets', async () => (await import('#desk/tickets/tickets-page.tsx')).TicketsPage),
              screen(
                'tickets/:number',
                async () => (await import('#desk/tickets/ticket-page.tsx')).TicketPage,
              ),
              screen('replies', async () => (await import('#desk/tickets/replies-page.tsx')).RepliesPage),
              screen('orders', async () => (await import('#desk/orders/orders-page.tsx')).OrdersPage),
              screen('orders/:number', async () => (await import('#desk/orders/order-page.tsx')).OrderPage),
              screen(
                'customers',
                async () => (await import('#desk/customers/customers-page.tsx')).CustomersPage,
              ),
              screen(
                'customers/:id',
                async () => (await import('#desk/customers/customer-page.tsx')).CustomerPage,
              ),
              screen(
                'approvals',
                async () => (await import('#desk/approvals/approvals-page.tsx')).ApprovalsPage,
              ),
              screen(
                'approvals/:id',
                async () => (await import('#desk/approvals/approval-page.tsx')).ApprovalPage,
              ),
              screen('money', async () => (await import('#desk/money/money-page.tsx')).MoneyPage),
              screen(
                'money/payments',
                async () => (await import('#desk/money/payments-page.tsx')).PaymentsPage,
              ),
              screen(
                'money/payments/:number',
                async () => (await import('#desk/money/payment-page.tsx')).PaymentPage,
              ),
              ...moneyLists.map((list) => ({
                path: `money/${list}`,
                lazy: async () => {
                  const { EntriesPage } = await import('#desk/money/entries-page.tsx');
                  // another list is another page: it starts without the rows of this one
                  return { element: <EntriesPage key={list} list={list} /> };
                },
              })),
              screen('money/payouts', async () => (await import('#desk/money/payouts-page.tsx')).PayoutsPage),
              screen('books', async () => (await import('#desk/books/books-page.tsx')).BooksPage),
              screen('books/period', async () => (await import('#desk/books/period-page.tsx')).PeriodPage),
              screen('books/totals', async () => (await import('#desk/books/totals-page.tsx')).TotalsPage),
              screen(
                'books/roll-forward',
                async () => (await import('#desk/books/roll-forward-page.tsx')).RollForwardPage,
              ),
              screen('books/idle', async () => (await import('#desk/books/idle-page.tsx')).IdlePage),
              screen('me', async () => (await import('#desk/me/me-page.tsx')).MePage),
              screen('people', async () => (await import('#desk/team/people-page.tsx')).PeoplePage),
              screen('people/:id', async () => (await import('#desk/team/person-page.tsx')).PersonPage),
              screen('roles', async () => (await import('#desk/team/roles-page.tsx')).RolesPage),
              screen('emails', async () => (await import('#desk/settings/emails-page.tsx')).EmailsPage),
              screen('emails/:email', async () => (await import('#desk/settings/email-page.tsx')).EmailPage),
              screen('calendar', async () => (await import('#desk/settings/calendar-page.tsx')).CalendarPage),
              screen('networks', async () => (await import('#desk/settings/networks-page.tsx')).NetworksPage),
              screen('log', async () => (await import('#desk/log/log-page.tsx')).LogPage),
              { path: '*', element: <NoSuchPage /> },
            ],
          },
        ],
      },
    ],
    { basename: '/desk' },
  );

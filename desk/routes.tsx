import { createBrowserRouter } from 'react-router';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { DeskFault, NoSuchPage } from './frame/desk-fault.tsx';
import { LogInPage } from './log-in/log-in-page.tsx';

/** Each screen loads when it is opened, so that log-in is small whatever the desk can do. */
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
                path: 'me',
                lazy: async () => ({ Component: (await import('#desk/me/me-page.tsx')).MePage }),
              },
              {
                path: 'people',
                lazy: async () => ({ Component: (await import('#desk/team/people-page.tsx')).PeoplePage }),
              },
              {
                path: 'roles',
                lazy: async () => ({ Component: (await import('#desk/team/roles-page.tsx')).RolesPage }),
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

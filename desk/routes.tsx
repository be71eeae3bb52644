import { createBrowserRouter, Navigate } from 'react-router';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { DeskFrame } from './frame/desk-frame.tsx';
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
            element: <DeskFrame />,
            children: [
              { index: true, element: <Navigate to="/me" replace /> },
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

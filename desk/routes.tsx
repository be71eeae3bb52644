import { createBrowserRouter, Navigate } from 'react-router';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { DeskFrame } from './frame/desk-frame.tsx';
import { DeskFault, NoSuchPage } from './frame/desk-fault.tsx';
import { LogInPage } from './log-in/log-in-page.tsx';
import { WelcomePage } from './log-in/welcome-page.tsx';
import { MePage } from './me/me-page.tsx';

/** Screens that not everybody opens load when they are opened. */
export const createDeskRouter = () =>
  createBrowserRouter(
    [
      {
        ErrorBoundary: DeskFault,
        HydrateFallback: PageSkeleton,
        children: [
          { path: 'login', element: <LogInPage /> },
          { path: 'welcome', element: <WelcomePage /> },
          {
            element: <DeskFrame />,
            children: [
              { index: true, element: <Navigate to="/me" replace /> },
              { path: 'me', element: <MePage /> },
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

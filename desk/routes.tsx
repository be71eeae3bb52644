import { createBrowserRouter, Navigate } from 'react-router';
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
                lazy: async () => ({ Component: (await import('./team/people-page.tsx')).PeoplePage }),
              },
              {
                path: 'roles',
                lazy: async () => ({ Component: (await import('./team/roles-page.tsx')).RolesPage }),
              },
              { path: '*', element: <NoSuchPage /> },
            ],
          },
        ],
      },
    ],
    { basename: '/desk' },
  );

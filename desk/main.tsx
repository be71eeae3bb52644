import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ApiError } from '#ui/api-error.ts';
import { showStoredTheme } from '#ui/theme.ts';
import { watchLoggedOut } from './api/call-desk.ts';
import { endSession } from './api/session.ts';
import { createDeskRouter } from './routes.tsx';
import './desk.css';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // calls are also made offline, so that the error is shown instead of endless waiting
      networkMode: 'always',
      // retries only calls without an answer, because a rejected call would be rejected again
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    },
  },
});

watchLoggedOut(() => endSession(client));
showStoredTheme();
void import('#ui/single-press.ts').then(({ dropRepeatedPresses }) => dropRepeatedPresses());
createRoot(document.getElementById('desk')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={createDeskRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);

import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ApiError } from '#ui/api-error.ts';
import { isLoggedOut } from './api/call-desk.ts';
import { keepMe } from './api/session.ts';
import { createDeskRouter } from './routes.tsx';
import './desk.css';

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isLoggedOut(error)) keepMe(client, null);
    },
  }),
  defaultOptions: {
    queries: {
      // a refusal stays one; only a missing answer is asked for again
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
    },
  },
});

createRoot(document.getElementById('desk')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={createDeskRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);

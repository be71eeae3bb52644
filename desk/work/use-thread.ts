import { useInfiniteQuery } from '@tanstack/react-query';
import { callDesk } from '#desk/api/call-desk.ts';

/** The messages of a conversation, with older pages on request. Polls every two seconds while a message can be undone. */
export const useThread = (number: string, isOn = true) =>
  useInfiniteQuery({
    queryKey: ['thread', number],
    queryFn: ({ pageParam, signal }) =>
      callDesk('showThread', {
        params: { number },
        query: { ...(pageParam ? { cursor: pageParam } : {}), limit: 50 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    enabled: isOn,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.messages.some(({ sendAt }) => sendAt !== null) ? 2_000 : false,
  });

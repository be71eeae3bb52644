import { useRef } from 'react';
import { ApiError } from '#ui/api-error.ts';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';

const nothing = { requestId: '' };

/**
 * Sends a form with a request ID that survives a reload, so that a retry after a lost answer books once. A success ends the ID; so does a
 * conflict, whose message says what was booked.
 */
export function useRequestId(form: string) {
  const name = `${form}-request`;
  const current = useRef<string>(undefined);
  return async function sendWithId<Answer>(send: (requestId: string) => Promise<Answer>): Promise<Answer> {
    current.current ??= readFormDraft(name, nothing).requestId || crypto.randomUUID();
    keepFormDraft(name, nothing, { requestId: current.current });
    const end = () => {
      current.current = undefined;
      dropFormDraft(name);
    };
    try {
      const answer = await send(current.current);
      end();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) end();
      throw error;
    }
  };
}

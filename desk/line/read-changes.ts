import type { QueryClient } from '@tanstack/react-query';
import type { DeskLine } from '#contract/desk/work.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';

type Texts = Readonly<Record<string, string>>;

/** Maximum number of pieces named in one message. */
const mostNamed = 3;

/** The pieces whose text differs from what was on the screen, such as "Changed: Headline, Summary."; empty without a difference. */
export function changedWords({ sheet, draft }: Pick<DeskLine, 'sheet' | 'draft'>, before: Texts): string {
  const now = new Map(draft?.pieces.map(({ key, text }) => [key, text]));
  const changed = sheet.pieces.filter(({ key }) => (now.get(key) ?? '') !== (before[key] ?? ''));
  if (changed.length === 0) return '';
  const named = changed.slice(0, mostNamed).map(({ label }) => label);
  const more = changed.length - named.length;
  return `Changed: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

/**
 * The message of a failed act. After a refusal because of another person's change, reads the line anew, so that the screen shows it,
 * and adds which pieces changed.
 */
export async function messageAndChanges(
  client: QueryClient,
  { number, position }: DeskLine,
  before: Texts,
  error: unknown,
): Promise<string> {
  const message = failureMessage(error);
  if (!(error instanceof ApiError && error.status === 409)) return message;
  const queryKey = ['line', number, position];
  await client.invalidateQueries({ queryKey });
  const line = client.getQueryData<DeskLine>(queryKey);
  return [message, line ? changedWords(line, before) : ''].filter(Boolean).join(' ');
}

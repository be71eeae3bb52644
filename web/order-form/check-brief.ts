import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { callApi } from '#web/api/call-api.ts';

/**
 * Errors that only the server finds in a brief: whether it can analyze the text. When the server is unavailable, the form
 * continues, because the server checks again before the order is placed.
 */
export async function checkBrief(
  slug: string,
  { text }: OrderDetails['brief'],
): Promise<FieldErrors | undefined> {
  if (slug !== 'content-quality-analyzer' || typeof text !== 'string') return undefined;
  const checked = await callApi('checkText', { body: { text } }).catch(() => null);
  return checked?.problem ? { 'brief.text': [checked.problem] } : undefined;
}

import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';

const emailParams = z.strictObject({
  email: z.string().check(z.regex(/^[a-z]+(?:-[a-z]+)*$/, { error: 'Invalid email name' }), z.maxLength(60)),
});

/** An example of an email that the shop sends. `to`: its kind of recipient. */
const listedEmail = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  to: z.enum(['customer', 'team']),
});
const shownEmail = z.extend(listedEmail, { text: z.string() });

/** The calls of email previews, for the desk's table. */
export const emailEndpoints = {
  listEmails: {
    method: 'GET',
    path: '/api/desk/emails',
    may: 'shop.settings',
    summary: 'List the emails that the shop sends, with example data',
    status: 200,
    answer: z.object({ emails: z.array(listedEmail), address: z.string() }),
  },
  showEmail: {
    method: 'GET',
    path: '/api/desk/emails/:email',
    may: 'shop.settings',
    summary: 'Show an email with example data, as text',
    params: emailParams,
    status: 200,
    answer: shownEmail,
  },
  showEmailPage: {
    method: 'GET',
    path: '/api/desk/emails/:email/page',
    may: 'shop.settings',
    summary: 'Show an email with example data, as HTML for a frame of the desk',
    params: emailParams,
    status: 200,
    answer: { bytes: 'text/html' },
  },
  sendExampleEmail: {
    method: 'POST',
    path: '/api/desk/emails/:email/to-me',
    may: 'shop.settings',
    summary: 'Send me an email with example data',
    params: emailParams,
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;

import * as z from 'zod/mini';
import type { DeskEndpoint } from './desk-endpoint.ts';
import { me } from './desk-staff.ts';

/** What people are told about lines assigned to them. `late`: the line is about to be late. */
export const noticeKinds = ['assigned', 'returned', 'revision', 'answer', 'late'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeEndpoints = {
  saveNotifications: {
    method: 'POST',
    path: '/api/desk/me/notifications',
    may: 'staff',
    summary: 'Choose which emails I get about work, and until when I’m away',
    /** `backOn`: the first day after the time away; null: not away. */
    body: z.strictObject({
      emails: z.array(z.enum(noticeKinds, { error: 'Unknown kind of email' })).check(z.maxLength(20)),
      backOn: z.nullable(z.iso.date({ error: 'Choose a day' })),
    }),
    status: 200,
    answer: me,
  },
} as const satisfies Record<string, DeskEndpoint>;

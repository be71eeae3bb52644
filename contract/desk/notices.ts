import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';
import { me, personParams } from './staff.ts';

/** Kinds of notices about a person's assigned lines. `late`: the line is about to be late. */
export const lineNoticeKinds = ['assigned', 'returned', 'revision', 'answer', 'late'] as const;
export type LineNoticeKind = (typeof lineNoticeKinds)[number];
/** Kinds of notices about conversations. `conversation`: one was assigned to the person. `message`: a customer wrote in one. */
export const ticketNoticeKinds = ['conversation', 'message'] as const;

export const noticeKinds = [...lineNoticeKinds, ...ticketNoticeKinds] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The first day after the time away (ISO date); null: not away. */
const backOn = z.nullable(z.iso.date({ error: 'Choose a date' }));

export const noticeEndpoints = {
  saveNotifications: {
    method: 'POST',
    path: '/api/desk/me/notifications',
    may: 'staff',
    summary: 'Choose which emails I get about work, and set my first day back',
    body: z.strictObject({
      emails: z.array(z.enum(noticeKinds, { error: 'Unknown kind of email' })).check(z.maxLength(20)),
      backOn,
    }),
    status: 200,
    answer: me,
  },
  setAway: {
    method: 'POST',
    path: '/api/desk/people/:id/away',
    may: 'staff.manage',
    summary: 'Set the day a person returns from time off',
    params: personParams,
    body: z.strictObject({ backOn }),
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;

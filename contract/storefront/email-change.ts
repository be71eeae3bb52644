import * as z from 'zod/mini';
import { emailAddress } from '#contract/email-address.ts';
import { currentPassword, emailedCode } from './accounts.ts';

/** Minutes for which the code of a new address is valid. */
export const emailChangeMinutes = 60;

export const changeEmailBody = z.strictObject({ email: emailAddress('New email address'), currentPassword });
export type ChangeEmailBody = z.output<typeof changeEmailBody>;

export const confirmNewEmailBody = z.strictObject({ code: emailedCode });
export type ConfirmNewEmailBody = z.output<typeof confirmNewEmailBody>;

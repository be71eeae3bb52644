import type { EndpointName } from '#contract/endpoints.ts';
import type { Call } from './call-api.ts';

/** What the pages of the account call. */
export const accountCalls = {
  checkPassword: {
    name: 'checkPassword',
    method: 'POST',
    path: '/api/Accounts/check-password',
    caller: 'anyone',
  },
  updateProfile: { name: 'updateProfile', method: 'POST', path: '/api/accounts/update', caller: 'customer' },
  confirmEmail: {
    name: 'confirmEmail',
    method: 'POST',
    path: '/api/Accounts/confirm-email',
    caller: 'anyone',
  },
  sendConfirmation: {
    name: 'sendConfirmation',
    method: 'POST',
    path: '/api/Accounts/send-confirmation',
    caller: 'customer',
  },
  changePassword: {
    name: 'changePassword',
    method: 'POST',
    path: '/api/Accounts/change-password',
    caller: 'customer',
  },
  forgotPassword: {
    name: 'forgotPassword',
    method: 'POST',
    path: '/api/Accounts/forgot-password',
    caller: 'anyone',
  },
  resetPassword: {
    name: 'resetPassword',
    method: 'POST',
    path: '/api/Accounts/reset-password',
    caller: 'anyone',
  },
  listSessions: { name: 'listSessions', method: 'GET', path: '/api/Accounts/sessions', caller: 'customer' },
  endSession: { name: 'endSession', method: 'POST', path: '/api/Accounts/end-session', caller: 'customer' },
  logoutEverywhere: {
    name: 'logoutEverywhere',
    method: 'POST',
    path: '/api/Accounts/logout-everywhere',
    caller: 'customer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };

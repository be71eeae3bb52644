import type { EndpointName } from '#contract/storefront/endpoints.ts';
import type { Call } from './call-api.ts';

/** The account pages' calls. */
export const accountCalls = {
  register: { name: 'register', method: 'POST', path: '/api/Accounts/register', may: 'anyone' },
  checkPassword: {
    name: 'checkPassword',
    method: 'POST',
    path: '/api/Accounts/check-password',
    may: 'anyone',
  },
  updateProfile: { name: 'updateProfile', method: 'POST', path: '/api/accounts/update', may: 'customer' },
  confirmEmail: {
    name: 'confirmEmail',
    method: 'POST',
    path: '/api/Accounts/confirm-email',
    may: 'anyone',
  },
  sendConfirmation: {
    name: 'sendConfirmation',
    method: 'POST',
    path: '/api/Accounts/send-confirmation',
    may: 'customer',
  },
  changePassword: {
    name: 'changePassword',
    method: 'POST',
    path: '/api/Accounts/change-password',
    may: 'customer',
  },
  forgotPassword: {
    name: 'forgotPassword',
    method: 'POST',
    path: '/api/Accounts/forgot-password',
    may: 'anyone',
  },
  resetPassword: {
    name: 'resetPassword',
    method: 'POST',
    path: '/api/Accounts/reset-password',
    may: 'anyone',
  },
  listSessions: { name: 'listSessions', method: 'GET', path: '/api/Accounts/sessions', may: 'customer' },
  endSession: { name: 'endSession', method: 'POST', path: '/api/Accounts/end-session', may: 'customer' },
  logoutEverywhere: {
    name: 'logoutEverywhere',
    method: 'POST',
    path: '/api/Accounts/logout-everywhere',
    may: 'customer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };

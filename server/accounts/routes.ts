import type { Call, Handlers } from '#server/http/bind-endpoints.ts';
import type { AccountDeps } from './account-deps.ts';
import { changeEmail, confirmNewEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail, sendConfirmation } from './confirm-email.ts';
import { logIn } from './log-in.ts';
import { endSession, listSessions, logOut, logOutEverywhere } from './log-out.ts';
import { checkPasswordStrength } from './check-password-strength.ts';
import { refreshSession } from './refresh-session.ts';
import { register } from './register.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';
import { showProfile } from './show-profile.ts';
import { updateProfile } from './update-profile.ts';

type Done =
  | 'register'
  | 'confirmEmail'
  | 'changeEmail'
  | 'confirmNewEmail'
  | 'sendConfirmation'
  | 'logout'
  | 'logoutEverywhere'
  | 'endSession'
  | 'updateProfile'
  | 'forgotPassword'
  | 'resetPassword';
type Answered = 'checkPassword' | 'login' | 'refresh' | 'profile' | 'changePassword' | 'listSessions';

/** Handler of an endpoint that answers without a body. */
const done =
  <Name extends Done>(act: (call: Call<Name>) => Promise<void>) =>
  async (call: Call<Name>): Promise<undefined> => {
    await act(call);
  };

export function accountRoutes(deps: AccountDeps): Pick<Handlers, Done | Answered> {
  return {
    register: done<'register'>(({ body }) => register(deps, body)),
    checkPassword: async ({ body: { password, ownWords } }) => ({
      problem: (await checkPasswordStrength(password, ownWords, deps.passwordMinLength)) ?? null,
    }),
    confirmEmail: done<'confirmEmail'>(({ body, ip }) => confirmEmail(deps, body, ip)),
    sendConfirmation: done<'sendConfirmation'>(({ caller }) => sendConfirmation(deps, caller)),
    login: ({ body, ip, userAgent }) => logIn(deps, body, { ip, userAgent }),
    refresh: ({ body }) => refreshSession(deps, body.refreshToken),
    logout: done<'logout'>(({ caller, body }) => logOut(deps, caller, body.refreshToken)),
    logoutEverywhere: done<'logoutEverywhere'>(({ caller, body }) => logOutEverywhere(deps, caller, body)),
    listSessions: ({ caller }) => listSessions(deps, caller),
    endSession: done<'endSession'>(({ caller, body }) => endSession(deps, caller, body)),
    profile: ({ caller }) => showProfile(deps, caller),
    updateProfile: done<'updateProfile'>(({ caller, body }) => updateProfile(deps, caller, body)),
    changeEmail: done<'changeEmail'>(({ caller, body }) => changeEmail(deps, caller, body)),
    confirmNewEmail: done<'confirmNewEmail'>(({ caller, body, ip }) =>
      confirmNewEmail(deps, caller, body, ip),
    ),
    changePassword: ({ caller, body, userAgent }) => changePassword(deps, caller, body, userAgent),
    forgotPassword: done<'forgotPassword'>(({ body }) => forgotPassword(deps, body)),
    resetPassword: done<'resetPassword'>(({ body, ip }) => resetPassword(deps, body, ip)),
  };
}

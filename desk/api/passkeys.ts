import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Assertion, Registration } from '#contract/desk-staff.ts';
import { ApiError } from '#ui/api-error.ts';

type Ceremony = { id: string; publicKey: Record<string, unknown> };

export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** The person closed the browser's dialog, or it waited too long: nothing to report. */
export const isAbandoned = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** What went wrong with a passkey, for the person; undefined for other errors. */
export function passkeyMessage(error: unknown): string | undefined {
  if (isAbandoned(error)) return 'The passkey wasn’t used. Try again.';
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for your account.';
  return error instanceof WebAuthnError ? 'This browser couldn’t use a passkey here.' : undefined;
}

/** Asks the browser for a passkey's signature. */
export async function signWithPasskey({
  id,
  publicKey,
}: Ceremony): Promise<{ id: string; response: Assertion }> {
  const optionsJSON = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { rawId, type, response, ...key } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    response: {
      id: key.id,
      rawId,
      type,
      response: {
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    },
  };
}

/** Asks the browser to make a passkey. */
export async function makePasskey({
  id,
  publicKey,
}: Ceremony): Promise<{ id: string; response: Registration }> {
  const optionsJSON = publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { rawId, type, response, ...key } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    response: {
      id: key.id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
    },
  };
}

/**
 * For forms: the failure of a passkey as the message above the form.
 * @throws ApiError with that message; other errors as they are
 */
export function sayOfPasskey(error: unknown): never {
  const message = passkeyMessage(error);
  throw message === undefined ? error : new ApiError(message, 0);
}

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Assertion } from '#contract/desk/staff-log-in.ts';

export type Ceremony = { id: string; publicKey: Record<string, unknown> };

export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** Whether the person closed the browser's dialog or let it time out: no message is needed. */
export const isAbandoned = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The message for a passkey error; undefined for other errors. */
export function passkeyMessage(error: unknown): string | undefined {
  if (isAbandoned(error)) return 'The passkey request was canceled or timed out. Try again.';
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for your account.';
  return error instanceof WebAuthnError
    ? 'This browser couldn’t use a passkey. Try another browser or login method.'
    : undefined;
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

import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import type { Registration } from '#contract/desk/staff.ts';
import { ApiError } from '#ui/api-error.ts';
import { type Ceremony, passkeyMessage } from './passkeys.ts';

// Separate from passkeys.ts, because the log-in page never creates a passkey.

/** Asks the browser to create a passkey. */
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
 * Converts a passkey error into a form error, shown above the form.
 * @throws ApiError with the message; other errors unchanged
 */
export function throwAsFormError(error: unknown): never {
  const message = passkeyMessage(error);
  throw message === undefined ? error : new ApiError(message, 0);
}

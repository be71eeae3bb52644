import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Registration } from '#contract/desk/staff.ts';
import type { Assertion } from '#contract/desk/staff-log-in.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** Faults of a broken or hostile browser. */
export type Faults = {
  challenge?: string;
  origin?: string;
  rpId?: string;
  /** Signs without verifying the user by finger or PIN. */
  isUnverified?: true;
  counter?: number;
};

type Ceremony = { publicKey: Record<string, unknown> };

/** A software passkey (WebAuthn, ES256), as a browser uses it at this origin. */
export function openFakeAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const flags = (base: number, { isUnverified }: Faults) => base | (isUnverified ? 0 : 0x04);
  function head(rpId: string, flag: number, faults: Faults): Buffer {
    const bytes = Buffer.alloc(37);
    sha256(faults.rpId ?? rpId).copy(bytes);
    bytes.writeUInt8(flag, 32);
    counter += 1;
    bytes.writeUInt32BE(faults.counter ?? counter, 33);
    return bytes;
  }
  const clientData = (type: string, { publicKey: asked }: Ceremony, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? asked['challenge'],
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );

  return {
    id: encode(id),

    /** The passkey in the form of the browser's virtual authenticators (DevTools protocol, WebAuthn.Credential). */
    toCredential({ publicKey: asked }: Ceremony) {
      const { rp, user } = asked as { rp: { id: string }; user: { id: string } };
      return {
        credentialId: id.toString('base64'),
        isResidentCredential: true,
        rpId: rp.id,
        privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
        userHandle: Buffer.from(user.id, 'base64url').toString('base64'),
        signCount: counter,
      };
    },

    /** Answers as `navigator.credentials.create` does. */
    register(ceremony: Ceremony, faults: Faults = {}): Registration {
      const client = clientData('webauthn.create', ceremony, faults);
      const { id: rpId } = ceremony.publicKey['rp'] as { id: string };
      // COSE_Key: EC2, ES256, P-256 (RFC 9053, 7.1.1)
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const data = Buffer.concat([
        head(rpId, flags(0x41, faults), faults),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key',
        response: {
          clientDataJSON: encode(client),
          attestationObject: encode(attestation),
          transports: ['internal'],
        },
      };
    },

    /** Answers as `navigator.credentials.get` does. */
    answer(ceremony: Ceremony, faults: Faults = {}): Assertion {
      const client = clientData('webauthn.get', ceremony, faults);
      const data = head(String(ceremony.publicKey['rpId']), flags(0x01, faults), faults);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key',
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
        },
      };
    },
  };
}

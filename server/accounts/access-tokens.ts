import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#server/process/clock.ts';
import type { Keys } from '#server/process/derived-keys.ts';

const algorithm = 'HS256';
const type = 'at+jwt';
const lifetimeSeconds = 600;
/**
 * Maximum number of cached tokens, about 3 MB. A page sends several requests with the same token, and each check of a signature
 * runs on another thread.
 */
const mostRemembered = 5_000;

export type AccessTokenClaims = { customerId: bigint; sessionId: string };

export type AccessTokens = {
  sign(claims: AccessTokenClaims): Promise<string>;
  /** The claims of a valid token of this shop; undefined for any other text. */
  verify(token: string): Promise<AccessTokenClaims | undefined>;
};

/** Access tokens of RFC 9068: valid for 10 minutes, one algorithm, bound to this shop. The newest key signs. */
export function accessTokens(keys: Keys, publicUrl: string, clock: Clock): AccessTokens {
  // imported once, because jose would import raw bytes again for each token
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = keys.map((key) =>
    crypto.subtle.importKey('raw', new TextEncoder().encode(key), hmac, false, ['sign', 'verify']),
  );
  const audience = `${publicUrl}/api`;
  const verified = new Map<string, { claims: AccessTokenClaims; expires: number }>();
  function remember(token: string, claims: AccessTokenClaims, expires: number): void {
    const [oldest] = verified.keys();
    if (verified.size >= mostRemembered && oldest !== undefined) verified.delete(oldest);
    verified.set(token, { claims, expires });
  }
  return {
    sign: async ({ customerId, sessionId }) => {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(String(customerId))
        .setJti(crypto.randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign((await imported[0])!);
    },
    verify: async (token) => {
      const known = verified.get(token);
      if (known) return Math.floor(clock().getTime() / 1000) < known.expires ? known.claims : undefined;
      for (const key of imported)
        try {
          const { payload } = await jwtVerify(token, await key, {
            algorithms: [algorithm],
            typ: type,
            issuer: publicUrl,
            audience,
            currentDate: clock(),
            requiredClaims: ['exp', 'sub', 'sid', 'jti'],
          });
          const claims = { customerId: BigInt(payload.sub!), sessionId: String(payload['sid']) };
          remember(token, claims, payload.exp!);
          return claims;
        } catch {
          // signed with another key, or expired
        }
      return undefined;
    },
  };
}

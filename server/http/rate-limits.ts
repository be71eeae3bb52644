import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { bounds } from '#contract/bounds.ts';
import type { EndpointName } from '#contract/storefront/endpoints.ts';
import { messages } from '#contract/problems.ts';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Log } from '#server/process/log.ts';
import { ProblemReply } from './refusal.ts';

/**
 * A maximum number of attempts per key and time. Count an attempt before the work, so that simultaneous attempts can't exceed the
 * limit.
 */
export type Limit = {
  /**
   * Counts one attempt.
   * @throws ProblemReply 429 with Retry-After (seconds) when the limit is used up
   */
  consume(key: string): Promise<void>;
  /** Counts one attempt and returns whether it is within the limit, for endpoints where a rejection would reveal something. */
  allows(key: string): Promise<boolean>;
  /** Takes back one counted attempt, for limits that count only failures. */
  giveBack(key: string): Promise<void>;
  /** Deletes all attempts of a key. */
  clear(key: string): Promise<void>;
};

// seconds, as the limiter requires
const minute = 60;
const hour = 60 * minute;

// The limits of docs/security/rules.md: at most `points` attempts within `duration` (seconds).
const rules = {
  loginFailures: { points: 5, duration: 15 * minute },
  loginFailuresPerSite: { points: 20, duration: hour },
  loginPerAddress: { points: 100, duration: hour },
  passwordFailures: { points: 5, duration: 15 * minute },
  forgottenPerAccount: { points: 3, duration: hour },
  forgottenPerAddress: { points: 30, duration: hour },
  codeTries: { points: bounds.resetCode.maxAttempts, duration: bounds.resetCode.ttlMinutes * minute },
  emailsToUnconfirmed: { points: 10, duration: 24 * hour },
  registeredPerAccount: { points: 3, duration: hour },
  codesPerAddress: { points: 30, duration: hour },
  confirmationsPerCustomer: { points: 3, duration: hour },
  registerPerAddress: { points: 10, duration: hour },
  passwordChecksPerAddress: { points: 60, duration: hour },
  refreshPerFamily: { points: 30, duration: minute },
  ordersPerCustomer: { points: 10, duration: minute },
  ticketsPerAddress: { points: 5, duration: hour },
  unprovenTicketsPerAddress: { points: 1, duration: hour },
  previewsPerAddress: { points: 30, duration: hour },
  textChecksPerAddress: { points: 120, duration: hour },
  proposalsPerAddress: { points: 60, duration: hour },
  messagesPerCustomer: { points: 20, duration: hour },
  rechecksPerCustomer: { points: 30, duration: hour },
  paymentsPerAddress: { points: 120, duration: minute },
  changesPerCustomer: { points: 60, duration: minute },
  documentsPerCustomer: { points: 30, duration: minute },
  uploadsPerCustomer: { points: 60, duration: hour },
  partsPerCustomer: { points: 300, duration: minute },
  staffFailures: { points: 5, duration: 15 * minute },
  staffFailuresPerAddress: { points: 50, duration: hour },
  staffCodeFailures: { points: 10, duration: hour },
  staffRefusals: { points: 300, duration: hour },
  exampleEmailsPerStaff: { points: 20, duration: hour },
  invitationsPerAddress: { points: 30, duration: hour },
  deskVisitsPerAddress: { points: 600, duration: hour },
  deskCallsPerSession: { points: 600, duration: minute },
} as const;

type Rule = keyof typeof rules;
export type RateLimits = Record<Rule, Limit>;

/**
 * By endpoint: the limit, and whether attempts count per network or customer. They count before the body is read, so those with
 * an invalid body count too.
 */
export const attemptLimits: {
  readonly [Name in EndpointName]?: readonly [per: 'network' | 'customer', rule: Rule];
} = {
  register: ['network', 'registerPerAddress'],
  checkPassword: ['network', 'passwordChecksPerAddress'],
  login: ['network', 'loginPerAddress'],
  confirmEmail: ['network', 'codesPerAddress'],
  forgotPassword: ['network', 'forgottenPerAddress'],
  resetPassword: ['network', 'codesPerAddress'],
  sendConfirmation: ['customer', 'confirmationsPerCustomer'],
  updateProfile: ['customer', 'changesPerCustomer'],
  changeEmail: ['customer', 'changesPerCustomer'],
  confirmNewEmail: ['network', 'codesPerAddress'],
  changePassword: ['customer', 'changesPerCustomer'],
  endSession: ['customer', 'changesPerCustomer'],
  logoutEverywhere: ['customer', 'changesPerCustomer'],
  placeOrder: ['customer', 'ordersPerCustomer'],
  placeDeposit: ['customer', 'ordersPerCustomer'],
  cancelOrder: ['customer', 'changesPerCustomer'],
  answerQuestion: ['customer', 'changesPerCustomer'],
  requestRevision: ['customer', 'changesPerCustomer'],
  extendReview: ['customer', 'changesPerCustomer'],
  acceptDelivery: ['customer', 'changesPerCustomer'],
  sendMessage: ['customer', 'messagesPerCustomer'],
  sendTicketMessage: ['customer', 'messagesPerCustomer'],
  recheckText: ['customer', 'rechecksPerCustomer'],
  beginUpload: ['customer', 'uploadsPerCustomer'],
  sendPart: ['customer', 'partsPerCustomer'],
  showFile: ['customer', 'documentsPerCustomer'],
  removeFile: ['customer', 'changesPerCustomer'],
  addFiles: ['customer', 'changesPerCustomer'],
  showReceipt: ['customer', 'documentsPerCustomer'],
  showDepositReceipt: ['customer', 'documentsPerCustomer'],
  printMonthlyStatement: ['customer', 'documentsPerCustomer'],
  showReportPdf: ['customer', 'documentsPerCustomer'],
  checkText: ['network', 'textChecksPerAddress'],
  previewAnalysis: ['network', 'previewsPerAddress'],
  previewHashtags: ['network', 'previewsPerAddress'],
  showPayment: ['network', 'paymentsPerAddress'],
  pay: ['network', 'paymentsPerAddress'],
  syncPayment: ['network', 'paymentsPerAddress'],
  showProposal: ['network', 'proposalsPerAddress'],
  createTicket: ['network', 'ticketsPerAddress'],
};

/**
 * Limits that the process must not cache. Either their attempts are taken back or cleared, which another process wouldn't see, or
 * the work must be the same within and above the limit.
 */
const alwaysAsked: ReadonlySet<string> = new Set<Rule>([
  'loginFailures',
  'loginFailuresPerSite',
  'passwordFailures',
  'forgottenPerAccount',
  'registeredPerAccount',
  'codeTries',
  'staffFailures',
  'staffFailuresPerAddress',
  'staffCodeFailures',
]);

const tooMany = (seconds: number) =>
  new ProblemReply(429, messages.tooManyRequests, {
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  });

// Keys are hashed, because they can be longer than the column, and the table must not store addresses.
const keyOf = (key: string) => createHash('sha256').update(key).digest('base64url');

function limit(
  pool: pg.Pool,
  log: Log,
  keyPrefix: string,
  rule: { points: number; duration: number },
): Limit {
  const everywhere = new RateLimiterPostgres({
    ...rule,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    // above the limit, rejections run no statement, because many statements would wait for one row and block other calls
    ...(alwaysAsked.has(keyPrefix) ? {} : { inMemoryBlockOnConsumed: rule.points }),
  });
  const here = new RateLimiterMemory({ ...rule, keyPrefix });
  // counts in this process alone when the database is unavailable
  async function count(
    by: (limiter: RateLimiterAbstract) => Promise<unknown>,
  ): Promise<RateLimiterRes | undefined> {
    try {
      await by(everywhere).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) throw error;
        log.warn({ err: error, limit: keyPrefix }, 'limit counted in this process only');
        return by(here);
      });
      return undefined;
    } catch (usedUp) {
      if (usedUp instanceof RateLimiterRes) return usedUp;
      throw usedUp;
    }
  }
  const attempt = (key: string) => count((limiter) => limiter.consume(keyOf(key)));
  return {
    async consume(key) {
      const usedUp = await attempt(key);
      if (usedUp) throw tooMany(Math.ceil(usedUp.msBeforeNext / 1000));
    },
    allows: async (key) => (await attempt(key)) === undefined,
    async giveBack(key) {
      await count((limiter) => limiter.reward(keyOf(key)));
    },
    async clear(key) {
      await count((limiter) => limiter.delete(keyOf(key)));
    },
  };
}

/** Limits that apply across processes and restarts. `factor` multiplies them all; load and attack tests raise it. */
export function rateLimits(pool: pg.Pool, factor: number, log: Log): RateLimits {
  return Object.fromEntries(
    Object.entries(rules).map(([name, { points, duration }]) => [
      name,
      limit(pool, log, name, { points: Math.max(1, Math.floor(points * factor)), duration }),
    ]),
  ) as RateLimits;
}

/** The network of one subscriber: the address for IPv4, the /64 for IPv6. */
export const networkOf = (ip: string): string => prefixOf(ip, 64);

/** The network that a provider may assign to one site: the address for IPv4, the /48 for IPv6 (RFC 6177). */
export const siteOf = (ip: string): string => prefixOf(ip, 48);

function prefixOf(ip: string, bits: 48 | 64): string {
  if (isIP(ip) !== 6) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${groups
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${bits}`;
}

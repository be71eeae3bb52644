import { existsSync, lstatSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { smallestCharges } from '#contract/card-charges.ts';
import { currency } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';
import * as z from 'zod/mini';
import { type BackupPlace, backupPlace, backupSettings } from './backup-settings.ts';
import { databaseAddresses } from './database-addresses.ts';
import { problemOfText } from './decode-text.ts';
import type { Keys } from './derived-keys.ts';
import { filesAddress, type FilesAddress } from './files-address.ts';
import { folderPath } from './folder-path.ts';
import { isLoopbackHost } from './is-loopback-host.ts';
import { mailboxOf } from './mailbox.ts';
import {
  type ChosenProvider,
  type ProviderKeys,
  providerKeys,
  providerSettings,
  takesRealMoney,
} from './provider-keys.ts';
import { type Environment, parseEnvironment, readSettingsFile } from './read-environment.ts';
import { type ScannerAddress, scannerAddress } from './scanner-address.ts';
import { smtpAddress } from './smtp-address.ts';
import { splitList } from './split-list.ts';
import { StartError } from './start-error.ts';
import { unknownSettings } from './unknown-setting.ts';

export type Config = ProviderKeys & {
  port: number;
  host: string;
  /** The address at which metrics are served; undefined: none are served. */
  metrics?: { host: string; port: number };
  /** The shop's public origin, without a final slash. Every link is built from it. */
  publicUrl: string;
  dataDir: string;
  /** Where files of customers and staff are stored. */
  files: FilesAddress;
  /** The virus scanner; without it, files aren't scanned. */
  scanner?: ScannerAddress;
  /** The origin of the operator's LanguageTool server; without it, no report gets a second reading. */
  languageTool?: string;
  databaseUrl?: string;
  payments: ChosenProvider;
  allowSandboxInPublic: boolean;
  /** Whether this server also serves the pages; otherwise it serves only the API. */
  servesStorefront: boolean;
  smtpUrl?: string;
  mailFrom: string;
  operatorEmail: string;
  /** Secrets of sessions and codes. The first one signs; all are accepted. */
  sessionSecrets?: Keys;
  corsOrigins: string[];
  trustProxy: boolean | string;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  passwordMinLength: number;
  rateLimitFactor: number;
  /** Maximum delay of the event loop before API calls are rejected with 503 (ms). */
  busyAfterMs: number;
  production: boolean;
  /** The only origin at which the staff's desk answers; undefined: there is no desk. */
  deskOrigin?: string;
  /** Why there is no desk although DESK is on. */
  whyNoDesk?: string;
};

const whole = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .check(
      z.int({ error: `must be a whole number from ${min} to ${max}` }),
      z.minimum(min, { error: `must be a whole number from ${min} to ${max}` }),
      z.maximum(max, { error: `must be a whole number from ${min} to ${max}` }),
    );

const problemOf = (read: object) => ('problem' in read ? String(read.problem) : undefined);
/** The schema of a setting whose text `read` must parse. */
const readBy = (read: (typed: string) => object) =>
  z.string().check(
    z.refine((typed) => problemOf(read(typed)) === undefined, {
      error: ({ input }) => problemOf(read(String(input))),
    }),
  );

const isOrigin = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, host, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${protocol}//${host}/`;
};
const origin = z.string().check(
  z.refine(isOrigin, {
    error: 'must be a URL without a path, like https://shop.example.com',
  }),
);

const isProxy = (value: string) => {
  const [address = '', bits, ...more] = value.split('/');
  const widest = isIP(address) === 6 ? 128 : 32;
  const range = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
  return (
    (isIP(address) !== 0 && range && more.length === 0) || /^(loopback|linklocal|uniquelocal)$/.test(value)
  );
};

const hostName = z.string().check(z.regex(/^[\w.:-]+$/, { error: 'must be a host name or address' }));

const defaultHost = '127.0.0.1';
const defaultPort = 3000;

const settings = z.object({
  PORT: z._default(whole(1, 65535), defaultPort),
  HOST: z._default(hostName, defaultHost),
  METRICS_PORT: z.optional(whole(1, 65535)),
  METRICS_HOST: z._default(hostName, '127.0.0.1'),
  PUBLIC_URL: z.optional(origin),
  DATA_DIR: z._default(folderPath, './data'),
  DATABASE_URL: z.optional(readBy(databaseAddresses)),
  CLAMD_URL: z.optional(readBy(scannerAddress)),
  LANGUAGETOOL_URL: z.optional(origin),
  FILES_URL: z.optional(readBy(filesAddress)),
  STOREFRONT: z._default(z.enum(['here', 'elsewhere'], { error: 'must be "here" or "elsewhere"' }), 'here'),
  ...backupSettings.shape,
  ...providerSettings.shape,
  PAYMENTS_ALLOW_SANDBOX: z.optional(
    z.literal('i-understand-orders-are-not-paid', {
      error: 'must be i-understand-orders-are-not-paid or not set',
    }),
  ),
  SMTP_URL: z.optional(readBy(smtpAddress)),
  MAIL_FROM: z._default(readBy(mailboxOf), `${shop.name} <${shop.supportEmail}>`),
  OPERATOR_EMAIL: z._default(readBy(mailboxOf), shop.supportEmail),
  SESSION_SECRET: z.optional(
    z.string().check(
      z.refine((list) => splitList(list).length > 0 && splitList(list).every(({ length }) => length >= 32), {
        error: 'must be at least 32 characters of random text; separate multiple secrets with commas',
      }),
    ),
  ),
  CORS_ORIGINS: z._default(
    z.string().check(
      z.refine(
        (list) =>
          splitList(list).every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
        {
          error: 'must be a comma-separated list of origins, like https://www.example.com',
        },
      ),
    ),
    '',
  ),
  TRUST_PROXY: z._default(
    z.string().check(
      z.refine((value) => /^(true|false)$/.test(value) || splitList(value).every(isProxy), {
        error:
          'must be true, false, or a comma-separated list of proxy addresses, such as 10.0.0.1, 10.1.0.0/16',
      }),
    ),
    'false',
  ),
  LOG_LEVEL: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    }),
    'info',
  ),
  PASSWORD_MIN_LENGTH: z._default(whole(8, 128), 8),
  RATE_LIMIT_FACTOR: z._default(
    z.coerce
      .number({ error: 'must be a number above 0' })
      .check(z.positive({ error: 'must be a number above 0' })),
    1,
  ),
  BUSY_AFTER_MS: z._default(whole(100, 600_000), 750),
  DESK: z._default(z.enum(['on', 'off'], { error: 'must be on or off' }), 'on'),
  DESK_ORIGIN: z.optional(origin),
  NODE_ENV: z._default(z.string(), 'development'),
});

type Settings = z.output<typeof settings>;
const settingNames = Object.keys(settings.shape);

function localOrigin(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The public origin for built pages. Not validated here, because the server refuses a wrong setting at its start. */
export const builtOrigin = (env: Environment): string =>
  given(env, 'PUBLIC_URL') ||
  localOrigin(given(env, 'HOST') || defaultHost, Number(given(env, 'PORT') || defaultPort));

/**
 * The variable NAME, or the content of the file that the variable NAME_FILE names, as systemd, containers and vaults pass
 * secrets.
 */
function given(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name]?.trim() || undefined;
  if (env[name]) throw new StartError(`Settings: ${name} and ${name}_FILE are both set. Remove one of them.`);
  const text = readSettingsFile(file, `${name}_FILE`).trim();
  if (text === '') throw new StartError(`Settings: ${name}_FILE names an empty file: ${file}.`);
  return text;
}

function parseSettings(env: Environment): Settings {
  const unread = unknownSettings(Object.keys(env), settingNames);
  const values: Record<string, string> = {};
  for (const name of settingNames) {
    const value = given(env, name);
    const problem = value && problemOfText(value);
    if (problem) unread.push(`${name} ${problem}`);
    if (value !== undefined) values[name] = value;
  }
  const parsed = z.safeParse(settings, values);
  if (parsed.success && unread.length === 0) return parsed.data;
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
  throw new StartError(`Settings: ${[...unread, ...problems].join('; ')}.`);
}

/**
 * The data folder and the database's address, for commands that need no other setting.
 * @throws StartError naming each wrong variable and its allowed values
 */
export function loadStorage(env: Environment): Pick<Config, 'dataDir' | 'databaseUrl'> {
  return storageOf(parseSettings(env));
}

/**
 * The settings of a backup and of what it copies.
 * @throws StartError without BACKUP_KEY, or naming each wrong variable
 */
export function loadBackup(
  env: Environment,
): Pick<Config, 'dataDir' | 'files'> & { databaseUrl?: string | undefined; backup: BackupPlace } {
  const value = parseSettings(env);
  return { ...storageOf(value), files: filesOf(value), backup: backupPlace(value) };
}

const storageOf = ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Settings) => ({
  dataDir,
  ...(databaseUrl ? { databaseUrl } : {}),
});

function filesOf({ FILES_URL: url, DATA_DIR: dataDir }: Settings): FilesAddress {
  const read = url === undefined ? undefined : filesAddress(url);
  return read && 'kind' in read ? read : { kind: 'disk', folder: join(dataDir, 'files') };
}

function scannerOf({ CLAMD_URL: url }: Settings): { scanner?: ScannerAddress } {
  const read = url === undefined ? undefined : scannerAddress(url);
  return read && 'kind' in read ? { scanner: read } : {};
}

/**
 * Reads the settings, each from its variable or from the file that its _FILE variable names. An empty variable counts as absent.
 * @throws StartError naming each wrong variable and its allowed values
 */
export function loadConfig(env: Environment): Config {
  refuseUnknownCurrency();
  const value = parseSettings(env);
  const config: Config = {
    port: value.PORT,
    host: value.HOST,
    ...(value.METRICS_PORT ? { metrics: { host: value.METRICS_HOST, port: value.METRICS_PORT } } : {}),
    publicUrl: value.PUBLIC_URL ? new URL(value.PUBLIC_URL).origin : localOrigin(value.HOST, value.PORT),
    ...storageOf(value),
    files: filesOf(value),
    ...scannerOf(value),
    ...(value.LANGUAGETOOL_URL ? { languageTool: new URL(value.LANGUAGETOOL_URL).origin } : {}),
    servesStorefront: value.STOREFRONT === 'here',
    payments: value.PAYMENTS,
    ...providerKeys(value),
    allowSandboxInPublic: value.PAYMENTS_ALLOW_SANDBOX !== undefined,
    ...(value.SMTP_URL ? { smtpUrl: value.SMTP_URL } : {}),
    mailFrom: value.MAIL_FROM,
    operatorEmail: value.OPERATOR_EMAIL,
    ...(value.SESSION_SECRET ? { sessionSecrets: splitList(value.SESSION_SECRET) as [string] } : {}),
    corsOrigins: splitList(value.CORS_ORIGINS),
    trustProxy:
      value.TRUST_PROXY === 'true' ? true : value.TRUST_PROXY === 'false' ? false : value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    passwordMinLength: value.PASSWORD_MIN_LENGTH,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    busyAfterMs: value.BUSY_AFTER_MS,
    // any value that begins with "prod"
    production: /^prod/i.test(value.NODE_ENV.trim()),
  };
  if (value.DESK === 'on') Object.assign(config, deskOf(value.DESK_ORIGIN ?? config.publicUrl));
  refuseUnpaidShop(config);
  refuseOpenLine(config);
  refuseOpenDatabaseLine(config);
  return config;
}

/**
 * The desk's origin, or why there is no desk: staff log in there, so it must be encrypted unless it is on this machine. A shop
 * without https works without a desk.
 */
function deskOf(url: string): Pick<Config, 'deskOrigin'> | Pick<Config, 'whyNoDesk'> {
  const { origin: deskOrigin, protocol, hostname } = new URL(url);
  const isPrivate = protocol === 'https:' || isLoopbackHost(hostname) || /\.(test|localhost)$/.test(hostname);
  return isPrivate
    ? { deskOrigin }
    : {
        whyNoDesk: `off, because ${deskOrigin} doesn’t use https. Set DESK_ORIGIN or PUBLIC_URL to an https address, or set DESK=off.`,
      };
}

/** Refuses a currency with unknown decimals, with which the shop could charge a hundredth or a hundred times the price. */
function refuseUnknownCurrency(): void {
  if (!(currency in smallestCharges))
    throw new StartError(
      `The currency ${currency} in contract/shop.ts isn’t supported. contract/card-charges.ts lists the supported ones.`,
    );
}

// Refuses live mode without https: customers return from the provider's page to PUBLIC_URL.
function refuseOpenLine(config: Config): void {
  if (takesRealMoney(config) && !config.publicUrl.startsWith('https:'))
    throw new StartError(
      `PAYMENTS=${config.payments} with a live key requires PUBLIC_URL to be the shop’s https address, such as https://shop.example.com.`,
    );
}

// Refuses an unencrypted connection to a remote database, which would transfer customer data because of a forgotten setting.
function refuseOpenDatabaseLine({ production, databaseUrl }: Config): void {
  if (!production || !databaseUrl) return;
  const read = databaseAddresses(databaseUrl);
  const isOpen = (address: string) => {
    const { hostname, searchParams } = new URL(address);
    const isSaid = /^(verify-full|disable)$/.test(searchParams.get('sslmode') ?? '');
    return !isSaid && !isLoopbackHost(searchParams.get('host') ?? hostname);
  };
  if ('addresses' in read && read.addresses.some(isOpen))
    throw new StartError(
      'DATABASE_URL points to another machine. Add ?sslmode=verify-full to it (and &sslrootcert=FILE if you use your own certificate), or ?sslmode=disable on a private network.',
    );
}

/** Whether only this machine and its private network can reach the URL. */
export const isLocal = (url: string): boolean =>
  isLoopbackHost(new URL(url).hostname) || /\.(test|local|localhost)$/.test(new URL(url).hostname);

/** Whether the shop takes test money on a public address. */
export const isPublicTest = (config: Config): boolean =>
  !takesRealMoney(config) &&
  (config.production || !isLocal(config.publicUrl) || !isLoopbackHost(config.host));

// Refuses test money on a public address unless the operator explicitly allows it.
function refuseUnpaidShop(config: Config): void {
  if (isPublicTest(config) && !config.allowSandboxInPublic)
    throw new StartError(
      `PAYMENTS=${config.payments} ${config.payments === 'sandbox' ? '' : 'with a test key '}doesn’t take real money. Choose a real provider with its live key, or set PAYMENTS_ALLOW_SANDBOX=i-understand-orders-are-not-paid.`,
    );
}

/**
 * The process environment, which overrides `.env` in the working folder.
 * @throws StartError when `.env` can't be read completely or has an unknown name, and when there is an `.env.txt` instead, as
 * editors on Windows name it
 */
export function readEnvironment(): Environment {
  // also a broken link counts: without its settings, the shop would start with an empty database
  if (!lstatSync('.env', { throwIfNoEntry: false })) {
    if (existsSync('.env.txt')) throw new StartError('Settings: .env.txt isn’t read. Rename it to .env.');
    return { ...process.env };
  }
  const file = parseEnvironment(readSettingsFile('.env', '.env'));
  const unknown = unknownSettings(Object.keys(file), settingNames, true);
  if (unknown.length > 0) throw new StartError(`Settings: in .env ${unknown.join('; ')}.`);
  return { ...file, ...process.env };
}

import { forbiddenAttributes, inlineCode, sourceHash } from './inline-code.ts';

const sources = (list: readonly string[]) => [...new Set(list)].join(' ');

/** Google Analytics 4's hosts, from https://developers.google.com/tag-platform/security/guides/csp. */
const analytics = {
  scripts: ['https://*.googletagmanager.com'],
  images: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  calls: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
};
const nobody: typeof analytics = { scripts: [], images: [], calls: [] };

/** A page with a measurement id loads analytics after its visitor consents. */
const countsVisits = (html: string) => /<meta name="analytics-id" content="[^"]+"/.test(html);

/**
 * The content security policy of one page: its own inline code by hash, files and calls of this site, and analytics
 * except on personal pages (`isPrivate`); nothing else.
 */
export function contentSecurityPolicy(html: string, apiOrigin?: string, isPrivate = false): string {
  const attributes = forbiddenAttributes(html);
  if (attributes.length > 0)
    throw new Error(`Content-Security-Policy would block these attributes: ${attributes.join(', ')}`);
  const { scripts, styles } = inlineCode(html);
  const others = !isPrivate && countsVisits(html) ? analytics : nobody;
  return [
    "default-src 'none'",
    `script-src ${sources(["'self'", ...scripts.map(sourceHash), ...others.scripts])}`,
    `style-src ${sources(["'self'", ...styles.map(sourceHash)])}`,
    `img-src ${sources(["'self'", 'data:', ...others.images])}`,
    "font-src 'self'",
    `connect-src ${sources(["'self'", ...(apiOrigin === undefined ? [] : [apiOrigin]), ...others.calls])}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The origin of an API on another host. */
export function foreignOrigin(apiRoot: string): string | undefined {
  return /^https?:\/\//.test(apiRoot) ? new URL(apiRoot).origin : undefined;
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { isExampleAddress, mailboxOf } from './mailbox.ts';
import { seller } from '#contract/seller.ts';
import { shop } from '#contract/shop.ts';
import { takesRealMoney } from './provider-keys.ts';
import { StartError } from './start-error.ts';

const addressIn = (setting: string) => {
  const read = mailboxOf(setting);
  return 'address' in read ? read.address : setting;
};

/**
 * Refuses a shop that takes real money but whose emails would reach nobody.
 * @throws StartError naming the settings
 */
export function refuseShopWithoutMail(config: Config): void {
  if (!takesRealMoney(config)) return;
  const problems = [
    ...(config.smtpUrl
      ? []
      : ['SMTP_URL is missing, so the shop can’t send emails. Set it to your mail server']),
    ...(['MAIL_FROM', 'OPERATOR_EMAIL'] as const)
      .filter((name) =>
        isExampleAddress(addressIn(name === 'MAIL_FROM' ? config.mailFrom : config.operatorEmail)),
      )
      .map((name) => `${name} is an example address, which no email can reach. Set it to your own`),
  ];
  if (problems.length > 0)
    throw new StartError(
      `Settings: PAYMENTS=${config.payments} with a live key takes real money. ${problems.join('; ')}.`,
    );
}

type Seller = { legalName: string; address: string; taxNumber: string };
const theSeller: Seller = { legalName: shop.legalName, ...seller };

/**
 * Refuses a shop that takes real money but whose receipts wouldn't name the seller.
 * @throws StartError naming the settings
 */
export function refuseUnnamedSeller(
  config: Config,
  { legalName, address, taxNumber }: Seller = theSeller,
): void {
  if (!takesRealMoney(config)) return;
  const isUnknown = (text: string) => text.trim() === '' || /\bexample\b/i.test(text);
  const missing = Object.entries({
    legalName: isUnknown(legalName),
    'seller.address': isUnknown(address),
    'seller.taxNumber': isUnknown(taxNumber),
  }).flatMap(([name, isMissing]) => (isMissing ? [name] : []));
  if (missing.length > 0)
    throw new StartError(
      `PAYMENTS=${config.payments} with a live key takes real money, and receipts must name the seller. Set ${missing.join(', ')} in contract/shop.ts and contract/seller.ts to your own, then run npm run build.`,
    );
}

/**
 * Refuses a shop that takes real money but whose pages were built for another address, to which search engines would send
 * customers. `webFolder`: the built pages.
 * @throws StartError when the pages were built for another PUBLIC_URL
 */
export function refuseForeignPages(config: Config, webFolder: string): void {
  if (!takesRealMoney(config) || !config.servesStorefront) return;
  const builtFor = originOfPages(webFolder);
  if (builtFor !== config.publicUrl)
    throw new StartError(
      `PUBLIC_URL is ${config.publicUrl}, but the pages were built for ${builtFor ?? 'an unknown address'}. Run PUBLIC_URL=${config.publicUrl} npm run build, or correct PUBLIC_URL.`,
    );
}

/**
 * Refuses a shop that takes real money and sends texts to a language server that its privacy policy doesn't mention. `webFolder`:
 * the built pages.
 * @throws StartError when the pages were built without LANGUAGETOOL_URL
 */
export function refuseUndisclosedLanguageServer(config: Config, webFolder: string): void {
  if (!takesRealMoney(config) || !config.servesStorefront || config.languageTool === undefined) return;
  const policy = join(webFolder, 'client', 'privacy-agreement', 'index.html');
  if (!existsSync(policy) || !readFileSync(policy, 'utf8').includes('LanguageTool'))
    throw new StartError(
      'LANGUAGETOOL_URL is set, but the privacy policy doesn’t say that a language server reads analyzed texts, because the pages were built without it. Run npm run build with LANGUAGETOOL_URL.',
    );
}

function originOfPages(webFolder: string): string | undefined {
  try {
    const { origin = '' } = JSON.parse(readFileSync(join(webFolder, 'client-csp.json'), 'utf8')) as {
      origin?: string;
    };
    return URL.canParse(origin) ? new URL(origin).origin : undefined;
  } catch {
    return undefined;
  }
}

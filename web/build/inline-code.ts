import { createHash } from 'node:crypto';

const element = (name: string) => new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}>`, 'g');

/** The contents of every inline script and style that a browser would run or apply. */
export function inlineCode(html: string): { scripts: string[]; styles: string[] } {
  const scripts = [...html.matchAll(element('script'))]
    .filter(
      ([, attributes = '']) =>
        !/\bsrc=/.test(attributes) && !/type="application\/(?:ld\+)?json"/.test(attributes),
    )
    .map(([, , code = '']) => code);
  const styles = [...html.matchAll(element('style'))].map(([, , code = '']) => code);
  return { scripts, styles };
}

/** Attributes with style or script, which the policy would block. */
export function forbiddenAttributes(html: string): string[] {
  const markup = html.replace(element('script'), '').replace(element('style'), '');
  return [...markup.matchAll(/<[a-z][^>]*?\s((?:style|on[a-z]+)="[^"]*")/gi)].map(
    ([, attribute = '']) => attribute,
  );
}

export const sourceHash = (code: string): string =>
  `'sha256-${createHash('sha256').update(code, 'utf8').digest('base64')}'`;

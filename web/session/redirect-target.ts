/** A path of this site to continue to; null for another scheme or host, `//`, backslashes and control characters. */
export function redirectTarget(wanted: string | null): string | null {
  if (wanted === null || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)) return null;
  try {
    const { origin, pathname, search, hash } = new URL(wanted, 'https://shop.invalid');
    return origin === 'https://shop.invalid' && !pathname.startsWith('//') ? pathname + search + hash : null;
  } catch {
    return null;
  }
}

/** The address of a page that redirects to `target` when it is done. */
export function withRedirect(page: string, target: string | null): string {
  return target === null ? page : `${page}?redirect=${encodeURIComponent(target)}`;
}

/** Whether each % of a URL's part begins a code, such as %2F. */
export function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Whether each % in a part of a URL begins a valid code, such as %2F. */
export function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

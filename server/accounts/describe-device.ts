// Order matters: most browsers also name other browsers in their User-Agent.
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const first = (list: [RegExp, string][], userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * Describes a User-Agent in words that its owner recognizes, such as "Firefox on Linux". Without versions, which change with
 * updates.
 */
export function describeDevice(userAgent: string): string {
  const browser = first(browsers, userAgent) ?? 'Unknown browser';
  const system = first(systems, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

import { bounds } from '#contract/bounds.ts';

const within = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, Math.round(value) || 0));

/** Browser data for fraud review. */
export function fraudSignals() {
  return {
    javascriptEnabled: true,
    acceptLanguage: navigator.languages.join(',').slice(0, bounds.acceptLanguage.max),
    screenWidth: within(screen.width, bounds.screen),
    screenHeight: within(screen.height, bounds.screen),
    timeZone: within(new Date().getTimezoneOffset(), bounds.timeZone),
    userAgent: navigator.userAgent.slice(0, bounds.userAgent.max),
  };
}

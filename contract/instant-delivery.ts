/**
 * Whether the shop itself makes and delivers what the catalogue calls instant, about a minute after payment. As long as
 * it does not, people do that work: it takes a business day, and no page says otherwise. Set it to true, nothing else.
 */
export const deliversInstantly: boolean = false;

/** Claims of the catalogue that are true only with instant delivery, and what is true without it. */
const claims: readonly (readonly [claim: string, instead: string])[] = [
  ['Paste a text. In about a minute you get a scored report:', 'Paste a text and get a scored report:'],
  ['"Instant report"', '"Scored report"'],
  ['Automatic. Ready about a minute after payment.', 'Scores, findings and the fix list.'],
  ['Instant report, six scores, marked-up text.', 'Six scores and a marked-up text within 1 business day.'],
  ['never sent to another company: the analysis runs on our own server.', 'never sent to another company.'],
  ['About a minute after payment. With', 'Within 1 business day after payment. With'],
  ['per topic, ready in about a minute.', 'per topic, within 1 business day.'],
];

/** The catalogue's text (JSON) with every claim replaced. @throws when one is not there any more. */
export function withoutInstantClaims(json: string): string {
  return claims.reduce((text, [claim, instead]) => {
    if (!text.includes(claim)) throw new Error(`The catalogue no longer claims: ${claim}`);
    return text.replaceAll(claim, instead);
  }, json);
}

type Timed = {
  delivery: { baseDays: Record<string, number>; instant?: boolean };
  pricing: { options: { days?: number; choices?: { days: number }[] }[] };
};

/** A service that would take no time takes one day; what a person adds to it counts from the same day on. */
export function withWorkingDay<Service extends Timed>(service: Service): Service {
  const { delivery, pricing } = service;
  if (!delivery.instant) return service;
  const sameDay = <Part extends { days?: number }>(part: Part): Part =>
    part.days === undefined ? part : { ...part, days: Math.max(0, part.days - 1) };
  return {
    ...service,
    delivery: {
      ...delivery,
      baseDays: Object.fromEntries(Object.keys(delivery.baseDays).map((variant) => [variant, 1])),
    },
    pricing: {
      ...pricing,
      options: pricing.options.map((option) => ({
        ...sameDay(option),
        ...(option.choices ? { choices: option.choices.map(sameDay) } : {}),
      })),
    },
  };
}

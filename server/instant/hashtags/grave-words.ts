import { stemsOf } from '#server/instant/tag-words.ts';

const grave = new Set(
  stemsOf(
    'funeral death dead dying die died grief grieving bereavement mourning burial cremation cemetery hospice palliative cancer tumor dementia alzheimer stroke suicide selfharm depression addiction addict rehab abuse violence trauma miscarriage stillbirth divorce custody debt debts bankruptcy insolvency foreclosure eviction homeless homelessness refugee asylum war disaster disease illness terminal disability church prayer faith god religion religious mosque synagogue temple islam christian jewish hindu buddhist worship',
  ),
);

/** Whether a topic is one for which cheerful words are inappropriate. */
export const isGrave = (stems: readonly string[]): boolean => stems.some((stem) => grave.has(stem));

import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';

const { policies, products } = builtInCatalogue;

/** The smallest number of revision rounds that work from a brief comes with. */
const rounds = Math.min(
  ...products.filter(({ fulfilment }) => fulfilment === 'human').map(({ revisions }) => revisions.rounds),
);

/** What every order includes. For loaders only: it imports the catalogue, which must not reach the browser. */
export const promises = [
  {
    title: 'Your delivery date, before you pay',
    text: `You see the delivery date before you pay. ${policies.clock}`,
  },
  {
    title: 'Revisions on everything we write',
    text: `${rounds} rounds are included with everything we write from your brief. ${policies.guarantee}`,
  },
  { title: 'We stand behind the date', text: policies.late },
  { title: 'You own it', text: policies.rights },
];

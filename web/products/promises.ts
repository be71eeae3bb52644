import { builtInCatalogue } from '#contract/built-in-catalogue.ts';

const { policies } = builtInCatalogue;

/** What every order comes with. For loaders only: it carries the catalogue, which never reaches the browser. */
export const promises = [
  { title: 'A date before you pay', text: policies.clock },
  { title: 'Revisions on everything we write', text: policies.guarantee },
  { title: 'If we’re late, we pay', text: policies.late },
  { title: 'You own it', text: policies.rights },
];

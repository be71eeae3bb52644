const people = new Set(
  'adults artists athletes babies bakers beginners brides businesses bridesmaids buyers caregivers carers children clients companies collectors commuters consultants cooks couples customers cyclists dads designers developers dieters drinkers drivers dwellers eaters educators employees employers engineers enthusiasts entrepreneurs expats families fans farmers fathers fishermen folks founders freelancers gamers gardeners girls graduates grandparents grooms guests hikers hobbyists homebuyers homeowners hosts hunters immigrants investors kids landlords lawyers learners listeners locals lovers managers marketers men moms mothers mums musicians neighbors newcomers newlyweds nurses owners painters parents patients photographers players professionals puppies readers renters residents restaurants retirees riders runners sailors sellers seniors shoppers singers skiers solopreneurs startups students surfers swimmers teachers teams teenagers teens tenants toddlers tourists travelers travellers vegans vegetarians veterans visitors walkers weavers widowers widows women workers writers youngsters'.split(
    ' ',
  ),
);

/** Whether a phrase names people (or animals) as an audience: its last word is a plural such as owners, families or commuters. */
export const isPeople = (phrase: readonly string[]): boolean =>
  people.has(phrase.at(-1)?.toLowerCase() ?? '');

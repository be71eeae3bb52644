/**
 * What people of a trade put around their words, `{}` standing for the thing. Only what reads well around any noun:
 * "Homemade {}" is right for bread and junk for a bakery.
 */
type Industry = { known: RegExp; templates: string[][]; community: string[][] };

const words = (list: string) => new RegExp(`\\b(?:${list})`, 'iu');
const t = (...templates: string[]) => templates.map((template) => template.split(' '));

export const industries: readonly Industry[] = [
  {
    known: words(
      'bak(?:e|ery|er)|bread|sourdough|cake|pastr|cafe|coffee|restaurant|food|kitchen|cater|recipe|vegan|pizza|brew|wine|tea\\b|chocolat',
    ),
    templates: t('{} Lovers', 'Local {}', '{} Ideas'),
    community: t('Eat Local', 'Shop Small', 'Foodies Of Instagram'),
  },
  {
    known: words('fashion|cloth|dress|wear|shoe|sneaker|jewel|handbag|boutique|tailor|knit'),
    templates: t('{} Style', '{} Lovers', '{} Ideas'),
    community: t('Slow Fashion', 'Made To Last', 'Outfit Ideas'),
  },
  {
    known: words('travel|hotel|retreat|tour|hike|hiking|holiday|vacation|guesthouse|camp|sail|museum'),
    templates: t('{} Guide', '{} Stories', '{} Ideas'),
    community: t('Travel Slowly', 'Weekend Getaway', 'Hidden Places'),
  },
  {
    known: words('yoga|fitness|gym|pilates|running|workout|training|coach|climb|swim'),
    templates: t('{} For Beginners', '{} Community', '{} Tips'),
    community: t('Move Every Day', 'Train Smart', 'Fitness At Home'),
  },
  {
    known: words('bicycl|bike|cycling'),
    templates: t('{} Tips', '{} Lovers', '{} Community'),
    community: t('Bike Life', 'Repair Not Replace', 'Cycling Community'),
  },
  {
    known: words('skin|beauty|makeup|hair|salon|spa\\b|cosmetic|nail|barber|massage'),
    templates: t('{} Tips', '{} Advice', '{} Ideas'),
    community: t('Skin Care Routine', 'Clean Beauty', 'Self Care Ideas'),
  },
  {
    known: words(
      'saas|software|app\\b|startup|cloud|data|developer|code|api\\b|automation|cyber|crm|devops|web',
    ),
    templates: t('{} Strategy', '{} Best Practices', '{} Explained'),
    community: t('B2B Marketing', 'Product Led Growth', 'Build In Public'),
  },
  {
    known: words('mortgage|financ|invest|account|tax|bank|insur|pension|bookkeep|budget'),
    templates: t('{} Explained', '{} Advice', '{} Tips'),
    community: t('Money Matters', 'Personal Finance', 'Financial Literacy'),
  },
  {
    known: words(
      'house|home|real estate|property|realtor|interior|furnitur|decor|renovat|architect|kitchenware|paint',
    ),
    templates: t('{} Ideas', '{} Inspiration', '{} Tips'),
    community: t('Home Inspiration', 'First Home', 'Interior Ideas'),
  },
  {
    known: words('garden|plant|flower|florist|seed|compost|landscap|allotment'),
    templates: t('{} For Beginners', '{} Ideas', '{} Tips'),
    community: t('Grow Your Own', 'Garden Life', 'Plant People'),
  },
  {
    known: words('dog|cat\\b|cats|pet|puppy|kitten|vet\\b|veterinar|horse|bird'),
    templates: t('{} Advice', '{} Lovers', '{} Tips'),
    community: t('Pet Care', 'Happy Pets', 'Rescue Pets'),
  },
  {
    known: words('school|teach|learn|course|tutor|language|student|educat|university|workshop|lesson'),
    templates: t('{} For Beginners', '{} Tips', '{} Explained'),
    community: t('Lifelong Learning', 'Study Smarter', 'Learn Something New'),
  },
  {
    known: words('therap|clinic|dent|doctor|health|nutrition|diet|mental|physio|midwi|sleep|wellness'),
    templates: t('{} Advice', '{} Explained', '{} Tips'),
    community: t('Healthy Habits', 'Wellbeing Matters', 'Ask An Expert'),
  },
  {
    known: words(
      'wedding|bride|bridal|groom|event|photograph|portrait|film|video|music|band\\b|concert|theatre|theater',
    ),
    templates: t('{} Inspiration', '{} Ideas', '{} Stories'),
    community: t('Behind The Scenes', 'Wedding Inspiration', 'Moments That Matter'),
  },
  {
    known: words(
      'craft|handmade|pottery|ceramic|wood|leather|candle|sew|quilt|print|paper|art\\b|artist|illustrat',
    ),
    templates: t('{} Lovers', '{} Ideas', '{} Inspiration'),
    community: t('Makers Gonna Make', 'Shop Handmade', 'Studio Notes'),
  },
  {
    known: words(
      'recruit|hiring|hr\\b|career|leadership|consult|market|sales|brand|agency|copywrit|content|seo|legal|law|logistic|manufactur',
    ),
    templates: t('{} Strategy', '{} Advice', '{} Explained'),
    community: t('Small Business Advice', 'Lessons From Work', 'Leadership Notes'),
  },
];

/** For what no trade is known of. */
export const anyIndustry: Pick<Industry, 'templates' | 'community'> = {
  templates: t('{} Ideas', '{} Guide', '{} Tips'),
  community: t('Small Business Stories', 'Made With Care', 'Behind The Scenes'),
};

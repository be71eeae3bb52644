import type { HashtagBrief } from '#server/instant/hashtags/hashtag-brief.ts';

/** Topic, terms, place and brand of fictional shops. */
const shops: [topic: string, terms: string, place: string, brand: string][] = [
  ['Artisan sourdough bakery', 'sourdough|bakery|fresh bread', 'Leeds', 'Golden Crust'],
  ['Vintage bicycle repair workshop', 'bike repair|vintage bicycle|workshop', 'Portland', 'Spoke House'],
  ['Yoga retreats on the coast', 'yoga retreat|coast|wellness', 'Algarve', 'Still Water'],
  ['Handmade silver jewelry for brides', 'silver jewelry|bridal|handmade rings', 'Austin', 'Moon & Fern'],
  ['Mortgage advice for first-time buyers', 'mortgage|first home|broker', 'Denver', ''],
  ['B2B onboarding emails that convert', 'onboarding|email marketing|SaaS', '', ''],
  ['Dog training for nervous puppies', 'dog training|puppy|positive training', 'Bristol', 'Good Tails'],
  ['Small-batch candle making classes', 'candle making|soy candles|workshop', 'Dublin', 'Wick Room'],
  ['Plant-based meal prep', 'meal prep|vegan recipes|healthy lunch', 'Toronto', ''],
  [
    'Wedding photography in black and white',
    'wedding photography|film photography|elopement',
    'Vermont',
    'Grain & Light',
  ],
  ['Organic skincare for sensitive skin', 'skincare|organic cosmetics|sensitive skin', '', ''],
  ['Language tutoring for adults', 'spanish lessons|language tutor|conversation class', 'Madrid', 'Palabra'],
  ['Cybersecurity training for small companies', 'cybersecurity|phishing training|small company', '', ''],
  ['Urban balcony gardening', 'balcony garden|urban gardening|herbs', 'Chicago', 'Sill'],
  ['Kitchen renovation on a budget', 'kitchen renovation|budget remodel|cabinets', 'Phoenix', ''],
  ['Physiotherapy for runners', 'physiotherapy|running injury|knee pain', 'Sydney', 'Stride Clinic'],
  ['Second-hand designer clothes', 'second hand fashion|designer clothes|thrift', 'Paris', 'Encore'],
  ['Guided kayak tours at sunrise', 'kayak tour|sunrise|wildlife', 'Tofino', 'Slow Paddle'],
  ['Tax filing for freelancers', 'tax filing|freelancer|deductions', '', ''],
  ['Craft beer tasting evenings', 'craft beer|tasting|local brewery', 'Ghent', 'Hop Yard'],
  ['Music lessons for toddlers', 'music lessons|toddler class|singing', 'Oslo', 'Tiny Choir'],
  ['Ergonomic office chairs', 'office chair|ergonomics|home office', '', ''],
  ['Ceramic tableware for restaurants', 'ceramic tableware|stoneware|restaurant supply', 'Kyoto', 'Low Kiln'],
  ['Recruiting engineers in climate tech', 'climate tech|recruiting|software engineers', 'Berlin', ''],
  [
    'Nutrition coaching for night shift workers',
    'nutrition coaching|night shift|meal planning',
    'Glasgow',
    '',
  ],
];

const angles = ['', 'How to choose: ', 'Behind the scenes of ', 'Three mistakes in '];

/** A hundred briefs: each shop with four angles on its topic. */
export const hashtagBriefs: HashtagBrief[] = shops.flatMap(([topic, terms, place, brand]) =>
  angles.map((angle) => ({
    topics: [`${angle}${topic}`],
    platforms: ['instagram', 'linkedin', 'threads'],
    seedKeywords: terms.split('|'),
    language: 'en-US',
    ...(place === '' ? {} : { location: place }),
    ...(brand === '' ? {} : { brandName: brand }),
  })),
);

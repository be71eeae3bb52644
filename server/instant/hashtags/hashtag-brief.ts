/** The brief of the order form, as contract/catalogue.json names its fields. */
export type HashtagBrief = {
  topics: string[];
  platforms: string[];
  seedKeywords: string[];
  brandName?: string;
  campaignTag?: string;
  audience?: string;
  location?: string;
  samplePost?: string;
  avoidTags?: string[];
  language: string;
};

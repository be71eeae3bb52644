/** The brief of the order form, with the field names of contract/catalogue.json. */
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

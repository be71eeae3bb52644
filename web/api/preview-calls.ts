import type { EndpointName } from '#contract/storefront/endpoints.ts';
import type { Call } from './call-api.ts';

/** The calls of the free previews and the analyzer's form. */
export const previewCalls = {
  checkText: { name: 'checkText', method: 'POST', path: '/api/previews/check-text', may: 'anyone' },
  previewAnalysis: {
    name: 'previewAnalysis',
    method: 'POST',
    path: '/api/previews/analysis',
    may: 'anyone',
  },
  previewHashtags: {
    name: 'previewHashtags',
    method: 'POST',
    path: '/api/previews/hashtags',
    may: 'anyone',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };

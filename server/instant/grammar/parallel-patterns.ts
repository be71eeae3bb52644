import { rowsOf } from './grammar-kinds.ts';

/** Up to two more words of a list item. */
const rest = '*word? *word?';

export const parallelPatterns = rowsOf(
  'parallel',
  'Write every item in the same form as the first.',
  [`*ing ${rest} , *ing ${rest} ,? and|or [to *base]`, ''],
  [`*ing ${rest} and|or [to *base] !,`, ''],
  [`to *base ${rest} , to *base ${rest} ,? and|or [*ing]`, ''],
  [`to *base ${rest} , *base ${rest} ,? and|or [*ing]`, ''],
  [`*base , *base ,? and|or [*ing] *det|:NOUN`, ''],
  [`*base *word , *base *word ,? and|or [*ing] *word`, ''],
  [`:ADJ , :ADJ ,? and [it|has|have|they *s|*base|*be|*have|:DET|:NOUN]`, ''],
  [`by *singular or|and [visiting|calling|sending|going|coming|using|clicking|emailing]`, ''],
  [`:NOUN , :NOUN ,? and|or [to *base]`, ''],
);

import { rowsOf } from './grammar-kinds.ts';

export const commaPatterns = [
  ...rowsOf(
    'comma',
    'Put a comma after the opening word.',
    ['< [however] !,|good|hard|much|many|long|you|small|large|often|big|well|-ly|few|:ADJ', 'however,'],
    [
      '< [therefore|furthermore|moreover|unfortunately|fortunately|nevertheless|consequently|additionally|luckily|finally|firstly|secondly|thirdly|meanwhile|hopefully|sadly] *subject|the|our|my|this|there|*name|a|your|it|all',
      '$1,',
    ],
    ['< [second|third] you|we|i|they|he|she|it *base|*modal|*be|*have|*past', '$1,'],
    ['< [yes|no|well|thanks] *subject|everyone', '$1,'],
    [
      '< [of course|in fact|for example|in addition|on average|as usual|in general|after all] *subject|the|our|my|this|there|a|your',
      '',
    ],
    [
      '< [as a result|in the end|in other words|on the other|at first|of course] *subject|the|our|my|this|there',
      '',
    ],
    ['< as [you know] the|our|*subject|this|there|*plural|most', '$2 $3,'],
  ),
  ...rowsOf(
    'comma',
    'Put a comma where the main clause begins.',
    [
      '< if|when|once|before|after|although|because|since|while|unless *subject *word *word? *word? *word? [!to *word please] !*subject',
      '',
    ],
    ['< if you have any [questions please|feel|contact|write|let]', ''],
    [
      '< if|when|once|after|although|because|since|while|unless|as|before *subject|*det *word *word? *word? [*singular|*plural|*past we|you|i|they|he|she|it] *base|*modal|*past|*be|*have|*s',
      '',
    ],
  ),
  ...rowsOf(
    'punctuation',
    'Leave out the comma.',
    [
      '!<in|for|on|at|of|to|by|from|with *det :NOUN|*name [, that] *subject|is|was|are|has|you|we|i|*base|*s|allow|allows',
      'that',
    ],
    ['said|think|thinks|believe|believes|hope [, that] !is|was|would', 'that'],
    ['so|such !far|long|much|many *word [, that]', 'that'],
    [
      '< the|our|my|your|this|these|all|every :ADJ|:NUM? :NOUN? *singular|*plural [, is|are|was|were|has|have|can|will|must|should] !,|*subject|there <.>',
      '$6',
    ],
    [
      '=tell|=inform|=think|=hope|=believe|=explain|=confirm|sorry|glad *object? [, that] *subject|*det|*plural|*name !is|was',
      'that',
    ],
  ),
  ...rowsOf('comma', 'Put a comma or a period between the two parts.', [
    'else i|we can do [let me|us] know',
    ', let $6 know',
  ]),
];

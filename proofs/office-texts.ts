/** Deliveries in Markdown for the proof with LibreOffice: texts as people write them, and randomly nested ones. */
import fc from 'fast-check';

export const texts: readonly string[] = [
  '# Title & more\n\nWith **bold**, *em*, ~~old~~, `code <b>` and [a link](https://example.com/a?b=c&d=e "t") and https://auto.example.com/x.\nsecond line',
  '3. three\n4. four\n   - nested\n     - deeper\n       1. deepest\n   - nested too\n5. five\n\nWords\n\n1. one again',
  '- [ ] open\n- [x] done *well*\n\n  with a paragraph\n- plain',
  '> quote one\n> two\n>\n> > nested quote\n>\n> 7. in a quote\n\nafter',
  '| Bread | Price |\n|---|--:|\n| **Rye** | 4 \\| 5 |\n| [Oat](https://example.com/oat) |\n\n| Two | Tables |\n|---|---|\n| a | b |',
  "---\n\n```js\nconst a = '<x>';\n  indented\ttab\n```\n\n    by four blanks\n\n<b>x</b> a `<i>` &amp; &lt;",
  '- \n  - below an empty item\n- ## a *heading* in an item\n- > quote in an item\n- | a | b |\n  |---|---|\n  | c | d |',
  'Hello שלום 123. مرحبا بالعالم.\n\nالعربية أولا 123 ABC\n\nनमस्ते दुनिया. สวัสดี. 你好. こんにちは. 안녕. 😀 👩‍👩‍👧 🇨🇭 1️⃣',
  '## Set\n\n#bread #brötchen #פִּתָּה #パン\n\n![a picture](https://example.com/p.png) [unsafe](javascript:alert(1)) <https://example.com/>',
  'co\ufffeoperate x\u0001y a\u00a0b soft\u00adhy no\u2011break thin\u2009blank “quotes” ‘single’ – — … ¼ ½ № ™ €',
  Array.from({ length: 14 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n'),
  Array.from({ length: 40 }, (_, index) => `${index + 1}. item ${index + 1}`).join('\n'),
];

const words = fc
  .array(
    fc.constantFrom(
      'bread',
      'Äpfel',
      '**bold**',
      '*soft*',
      '~~old~~',
      '`a < b`',
      'R&D',
      '"5" < 6',
      'שלום',
      'العربية 12',
      '日本語',
      '[shop](https://example.com/a?b=1&c=2)',
      'a_b',
      '1 + 1 = 2',
      '50 %',
      'ไทย',
      '😀',
      "it's",
      '\\*no\\*',
      '<i>x</i>',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.join(' '));

const indented = (text: string, by: string) => text.replaceAll(/\n(?=[^\n])/g, `\n${by}`);
const item = (marker: string, text: string) => `${marker} ${indented(text, ' '.repeat(marker.length + 1))}`;

/** A Markdown text of nested blocks. */
export const randomText = (): fc.Arbitrary<string> =>
  fc
    .letrec<{ block: string; blocks: string }>((tie) => ({
      block: fc.oneof(
        { maxDepth: 4, depthIdentifier: 'blocks' },
        words,
        fc.tuple(words, words).map(([one, two]) => `${one}\n${two}`),
        fc
          .tuple(fc.integer({ min: 1, max: 6 }), words)
          .map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
        fc
          .array(fc.array(words, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
          .map((rows) =>
            ['| One | Two |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'),
          ),
        fc
          .array(fc.tuple(fc.constantFrom('[ ]', '[x]'), words), { minLength: 1, maxLength: 3 })
          .map((tasks) => tasks.map(([box, text]) => `- ${box} ${text}`).join('\n')),
        words.map((text) => `\`\`\`\n${text}\n  ${text}\n\`\`\``),
        fc.constant('---'),
        fc
          .tuple(fc.integer({ min: 0, max: 30 }), fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }))
          .map(([start, items]) => items.map((text, index) => item(`${start + index}.`, text)).join('\n')),
        fc
          .array(tie('blocks'), { minLength: 1, maxLength: 3 })
          .map((items) => items.map((text) => item('-', text)).join('\n')),
        tie('blocks').map((text) => `> ${text.replaceAll('\n', '\n> ')}`),
      ),
      blocks: fc
        .array(tie('block'), { minLength: 1, maxLength: 3, depthIdentifier: 'blocks' })
        .map((all) => all.join('\n\n')),
    }))
    .blocks.map((text) => `# Delivered\n\n${text}`);

/** Files as programs write them: Office documents of different writers, and texts in different encodings. */
import { type Entry, type Office, officeParts, pdf, zip } from './example-files.ts';

type Accepted = [name: string, content: Buffer | string, mediaType: RegExp];
type Refused = [name: string, content: Buffer | string, words: RegExp];

const word: Office = { type: 'wordprocessingml.document', part: 'word/document.xml' };
const book: Office = { type: 'spreadsheetml.sheet', part: 'xl/workbook.xml' };
const slides: Office = { type: 'presentationml.presentation', part: 'ppt/presentation.xml' };
const office = (shape: Office, more: Entry[] = []) => zip([...officeParts(shape), ...more]);
const isWord = /wordprocessingml\.document$/;
const isBook = /spreadsheetml\.sheet$/;
const isSlides = /presentationml\.presentation$/;
const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument';
const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`;
const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A document with changed parts. */
const changed = (shape: Office, change: (entry: Entry) => Entry) => zip(officeParts(shape).map(change));
const renamed = (shape: Office, rename: (name: string) => string) =>
  changed(shape, (entry) => ({ ...entry, name: rename(entry.name) }));
const rewritten = (shape: Office, rewrite: (content: string) => Buffer | string) =>
  changed(shape, (entry) => ({ ...entry, content: rewrite(String(entry.content)) }));

const wide = (words: string, order: 'le' | 'be', mark = true) => {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${words}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

export const acceptedShapes: Accepted[] = [
  ['web.docx', office({ ...word, part: 'word/document2.xml' }), isWord],
  [
    'sharepoint.docx',
    office({ ...word, target: '/word/document.xml' }, [
      { name: 'customXml/item1.xml' },
      { name: 'docMetadata/LabelInfo.xml' },
    ]),
    isWord,
  ],
  ['strict.docx', office({ ...word, relation: strict }), isWord],
  [
    'upper.docx',
    renamed(word, (name) => (name === 'word/document.xml' ? 'WORD/Document.XML' : name)),
    isWord,
  ],
  ['types.docx', renamed(word, (name) => (name.startsWith('[') ? '[content_types].xml' : name)), isWord],
  ['windows.docx', renamed(word, (name) => name.replaceAll('/', '\\')), isWord],
  ['folders.docx', zip([{ name: 'word/', content: '', isStored: true }, ...officeParts(word)]), isWord],
  [
    'elsewhere.docx',
    office({ ...word, part: 'content/main text.xml', target: 'content/main%20text.xml' }),
    isWord,
  ],
  ['root.docx', office({ ...word, part: 'document.xml', target: './document.xml' }), isWord],
  [
    'default.docx',
    office({ ...word, types: `<Default Extension="xml" ContentType="${wordMain}"/>` }),
    isWord,
  ],
  ['entity.docx', office({ ...word, target: 'word/&#100;ocument.xml' }), isWord],
  ['quotes.docx', rewritten(word, (content) => content.replaceAll('"', "'")), isWord],
  ['marked.docx', rewritten(word, (content) => `\ufeff${content}`), isWord],
  ['utf16.docx', rewritten(word, (content) => wide(content.replace('UTF-8', 'UTF-16'), 'le')), isWord],
  [
    'prefixed.docx',
    rewritten(word, (content) =>
      content.replaceAll(/(<\/?)(?=[A-Z])/g, '$1o:').replaceAll('xmlns=', 'xmlns:o='),
    ),
    isWord,
  ],
  ['stored.docx', changed(word, (entry) => ({ ...entry, isStored: true })), isWord],
  [
    'printed.xlsx',
    office(
      {
        ...book,
        types:
          override(
            '/xl/workbook.xml',
            `${wordMain.replace('wordprocessingml.document', 'spreadsheetml.sheet')}`,
          ) +
          '<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings"/>',
      },
      [{ name: 'xl/printerSettings/printerSettings1.bin' }],
    ),
    isBook,
  ],
  ['web.xlsx', office({ ...book, part: 'xl/workbook2.xml' }), isBook],
  ['strict.xlsx', office({ ...book, relation: strict }), isBook],
  [
    'web.pptx',
    office({ ...slides, part: 'ppt/presentation2.xml' }, [{ name: 'ppt/embeddings/table.xlsx' }]),
    isSlides,
  ],
  ['keynote.pptx', office(slides, [{ name: 'docProps/thumbnail.jpeg' }]), isSlides],
  [
    'packed.odt',
    zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }]),
    /opendocument\.text$/,
  ],
  [
    'line.ods',
    zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet\n', isStored: true }]),
    /opendocument\.spreadsheet$/,
  ],
  [
    'manifest.odt',
    zip([
      { name: 'content.xml' },
      {
        name: 'META-INF/manifest.xml',
        content:
          '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>',
      },
    ]),
    /opendocument\.text$/,
  ],
  ['line.pdf', Buffer.concat([Buffer.from('\r\n'), pdf()]), /^application\/pdf$/],
  ['marked.pdf', Buffer.concat([Buffer.from('\ufeff'), pdf()]), /^application\/pdf$/],
  ['scanner.pdf', Buffer.concat([Buffer.from('@PJL SET JOB\r\n'), pdf()]), /^application\/pdf$/],
  ['macbinary.pdf', Buffer.concat([Buffer.alloc(128), pdf()]), /^application\/pdf$/],
  ['excel.csv', Buffer.from('Name;Preis\r\nCaf\xe9;4,50 \x80\r\n', 'latin1'), /^text\/csv$/],
  ['notes.txt', Buffer.from('\x93Gr\xfc\xdfe\x94 \x96 bis morgen', 'latin1'), /^text\/plain$/],
  ['shift-jis.txt', bytes('93 fa 96 7b 8c ea 0d 0a 83 65 83 4c 83 58 83 67'), /^text\/plain$/],
  ['iso-2022-jp.txt', bytes('1b 24 42 46 7c 4b 5c 1b 28 42 0a 1b 24 42 38 6c 1b 28 42'), /^text\/plain$/],
  ['gb18030.csv', bytes('d6d0 ce c4 2c 31 0a'), /^text\/csv$/],
  ['euc-kr.txt', bytes('c7d1 b1db 0a'), /^text\/plain$/],
  ['koi8-r.txt', bytes('f0d2 c9 d7 c5 d4 2e'), /^text\/plain$/],
  ['cp850.txt', bytes('53 70 84 74 65 72 90 1a'), /^text\/plain$/],
  ['big-endian.txt', wide('Grüße aus Łódź', 'be'), /^text\/plain$/],
  ['unmarked.txt', wide('Bread is baked\r\nwith time.', 'le', false), /^text\/plain$/],
  ['unmarked-be.csv', wide('Name,Price\r\nRye,4', 'be', false), /^text\/csv$/],
  ['chinese.txt', wide('一二三，\n面包', 'le', false), /^text\/plain$/],
  [
    'head.md',
    '# SEO\n\nPut this into the `<head>` of the page:\n\n```html\n<script src="a.js"></script>\n```\n',
    /^text\/plain$/,
  ],
  ['begins.md', '<Headline> goes here, then <body> text, and <svg> is a kind of picture.', /^text\/plain$/],
  ['embed.txt', 'Our film: <iframe src="https://example.com"></iframe>', /^text\/plain$/],
  ['cell.csv', 'a,b\n<html>,1', /^text\/csv$/],
  ['bmw.csv', Buffer.from('BMW;Gr\xf6\xdfe;Caf\xe9\r\n3;4,50 \x80;ja\r\n', 'latin1'), /^text\/csv$/],
  ['mac.txt', Buffer.from('MAC is a caf\xe9 in Orl\xe9ans.', 'latin1'), /^text\/plain$/],
  ['audio.txt', 'ID3 tags are part of the brief.', /^text\/plain$/],
  ['archive.txt', 'PKO Bank is our client.', /^text\/plain$/],
  ['mentions.txt', 'The file begins with %PDF-1.7.', /^text\/plain$/],
  ['a.txt', 'a', /^text\/plain$/],
];

const macro = (type: string) => `application/vnd.ms-${type}.macroEnabled.main+xml`;
const vba =
  '<Relationship Id="r" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="code.dat"/>';
export const refusedShapes: Refused[] = [
  ['macros.docx', office({ ...word, type: macro('word.document') }), /contains macros/],
  ['macros.xlsx', office({ ...book, type: macro('excel.sheet') }), /contains macros/],
  ['macros.pptx', office({ ...slides, type: macro('powerpoint.presentation') }), /contains macros/],
  ['renamed.docx', office({ ...word, relations: vba }, [{ name: 'word/code.dat' }]), /contains macros/],
  [
    'typed.docx',
    office(
      {
        ...word,
        types:
          override('/word/document.xml', wordMain) +
          '<Default Extension="dat" ContentType="application/vnd.ms-office.vbaProject"/>',
      },
      [{ name: 'word/code.dat' }],
    ),
    /contains macros/,
  ],
  ['windows.docx', office(word, [{ name: 'word\\vbaProject.bin' }]), /contains macros/],
  ['template.docx', office({ ...word, type: 'wordprocessingml.template' }), /isn’t actually a Word document/],
  ['other.docx', office({ ...word, relation: 'http://example.com/other' }), /isn’t actually a Word document/],
  ['missing.docx', office({ ...word, target: 'word/other.xml' }), /isn’t actually a Word document/],
  [
    'external.docx',
    rewritten(word, (content) => content.replace('Id="rId1"', 'Id="rId1" TargetMode="External"')),
    /isn’t actually a Word document/,
  ],
  ['sheet.docx', office({ ...book, part: 'word/document.xml' }), /is actually an Excel workbook/],
  ['broken.docx', rewritten(word, (content) => content.replace('</Types>', '')), /can’t be read/],
  [
    'doctype.docx',
    rewritten(word, (content) => content.replace('<Types', '<!DOCTYPE x [<!ENTITY a "b">]><Types a="&a;"')),
    /can’t be read/,
  ],
  ['large.docx', zip([{ name: '[Content_Types].xml', content: ' '.repeat(500_000) }]), /can’t be read/],
  [
    'password.odt',
    zip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', isStored: true },
      {
        name: 'META-INF/manifest.xml',
        content:
          '<m:manifest xmlns:m="urn:m"><m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>',
      },
    ]),
    /protected by a password/,
  ],
  [
    'password.docx',
    Buffer.concat([
      bytes('d0cf11e0a1b11ae1'),
      Buffer.alloc(504),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(96),
    ]),
    /protected by a password/,
  ],
  ['page.pdf', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), pdf()]), /contains HTML/],
  ['comment.txt', '<!-- a -->\n<!-- b --> <html>', /contains HTML/],
  ['page.txt', wide('<svg onload=alert(1)>', 'be', false), /contains HTML/],
  ['page.csv', Buffer.from('<script>caf\xe9</script>', 'latin1'), /contains HTML/],
  ['page.md', '`code` and <script>alert(1)</script>', /contains HTML/],
];

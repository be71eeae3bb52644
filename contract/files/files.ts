const mega = 1024 * 1024;

/** Limits of files; sizes in bytes. */
export const fileBounds = {
  /** One file. */
  file: 25 * mega,
  /** One part of an upload: small enough for slow connections and for proxies. */
  part: 512 * 1024,
  /** All files of one order line. */
  line: 100 * mega,
  /** All of one person's unfinished uploads and files that don't belong to a paid order yet. */
  waiting: 300 * mega,
  /** Maximum number of files of an answer, a revision request or a message. */
  atOnce: 5,
  /** Maximum number of files of a brief or a draft. */
  onLine: 20,
  /** Maximum length of a name, in characters. */
  name: 100,
  /** How long an upload may take, in hours. */
  uploadHours: 2,
} as const;

export type FileKind = { words: string; mediaType: string; endings: readonly string[] };

/** Accepted kinds of files. The content decides the kind; the name's ending must match it. */
export const fileKinds = {
  pdf: { words: 'a PDF', mediaType: 'application/pdf', endings: ['pdf'] },
  png: { words: 'a PNG image', mediaType: 'image/png', endings: ['png'] },
  jpeg: { words: 'a JPEG image', mediaType: 'image/jpeg', endings: ['jpg', 'jpeg', 'jfif'] },
  webp: { words: 'a WebP image', mediaType: 'image/webp', endings: ['webp'] },
  gif: { words: 'a GIF image', mediaType: 'image/gif', endings: ['gif'] },
  heic: { words: 'a HEIC image', mediaType: 'image/heic', endings: ['heic', 'heif'] },
  docx: {
    words: 'a Word document (DOCX)',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
  xlsx: {
    words: 'an Excel workbook (XLSX)',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['xlsx'],
  },
  pptx: {
    words: 'a PowerPoint presentation (PPTX)',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['pptx'],
  },
  odt: {
    words: 'an OpenDocument text document (ODT)',
    mediaType: 'application/vnd.oasis.opendocument.text',
    endings: ['odt'],
  },
  ods: {
    words: 'an OpenDocument spreadsheet (ODS)',
    mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
    endings: ['ods'],
  },
  text: { words: 'a plain text file', mediaType: 'text/plain', endings: ['txt', 'md', 'markdown'] },
  csv: { words: 'a CSV file', mediaType: 'text/csv', endings: ['csv'] },
  zip: { words: 'a ZIP archive', mediaType: 'application/zip', endings: ['zip'] },
} as const satisfies Record<string, FileKind>;
export type FileKindName = keyof typeof fileKinds;

const endingsOf = (kinds: FileKind[]) => kinds.flatMap(({ endings }) => endings);
const { zip: _zip, ...customerKinds } = fileKinds;
/** Accepted file name endings for customers and for staff, who may also add ZIP archives. */
export const fileEndings = {
  customer: endingsOf(Object.values(customerKinds)),
  staff: endingsOf(Object.values(fileKinds)),
} as const;

/** The endings as the value of a file input's `accept` attribute. */
export const acceptedEndings = (by: keyof typeof fileEndings): string =>
  fileEndings[by].map((ending) => `.${ending}`).join(',');

/** A name's ending in lower case, without the dot; "" without one. */
export const endingOf = (name: string): string => /[^.]\.([^.]{1,20})$/u.exec(name)?.[1]?.toLowerCase() ?? '';

/** Advice for rejected kinds of files, by ending. */
const advice: Record<string, string> = {
  doc: 'Save it as DOCX or PDF',
  docm: 'Save it as DOCX, without macros',
  dot: 'Save it as DOCX',
  xls: 'Save it as XLSX or CSV',
  xlsm: 'Save it as XLSX, without macros',
  ppt: 'Save it as PPTX or PDF',
  pptm: 'Save it as PPTX, without macros',
  odp: 'Save it as PDF',
  rtf: 'Save it as DOCX or PDF',
  pages: 'Export it as DOCX or PDF',
  numbers: 'Export it as XLSX or CSV',
  key: 'Export it as PPTX or PDF',
  svg: 'Save it as PNG or PDF',
  htm: 'Save it as PDF',
  html: 'Save it as PDF',
  xml: 'Save it as PDF or TXT',
  tif: 'Save it as PNG or JPEG',
  tiff: 'Save it as PNG or JPEG',
  bmp: 'Save it as PNG or JPEG',
  psd: 'Save it as PNG or PDF',
  ai: 'Save it as PDF',
  eps: 'Save it as PDF',
  zip: 'Unpack it and add its files one by one',
  rar: 'Unpack it and add its files one by one',
  '7z': 'Unpack it and add its files one by one',
};

/** The accepted kinds of files, as text for people. */
export const kindsInWords = 'PDF, Word, Excel, PowerPoint, OpenDocument, image, text or CSV';

/** Why a file can't be added, judged by name and size (`bytes`) only; undefined when it can. */
export function fileProblem(
  { name, bytes }: { name: string; bytes: number },
  by: keyof typeof fileEndings,
): string | undefined {
  const ending = endingOf(name);
  const endings: readonly string[] = fileEndings[by];
  if (!endings.includes(ending)) {
    const instead = advice[ending] ?? `Use a ${kindsInWords} file`;
    return `“${name}” isn’t a supported file type. ${instead}.`;
  }
  if (bytes === 0) return `“${name}” is empty.`;
  if (bytes > fileBounds.file) return `“${name}” is larger than 25 MB. Make it smaller, or split it.`;
  return undefined;
}

/** Why a line's files are too large together (`bytes`: their total size); undefined when they aren't. */
export const lineProblem = (bytes: number): string | undefined =>
  bytes > fileBounds.line
    ? `With these files, the total would be ${sizeWords(bytes)}, but the limit is ${sizeWords(fileBounds.line)}. Remove some files or make them smaller.`
    : undefined;

/** Removes folders and invisible or direction-changing characters from a file name; shortens it to 100 characters and keeps its ending. */
export function cleanFileName(typed: string): string {
  const last = typed.slice(-2_000).toWellFormed().split(/[/\\]/u).at(-1)!;
  const shown = last
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufffd]/gu, '')
    .replaceAll(/[\s<>:"|?*]+/gu, ' ')
    .trim()
    .replace(/^[. ]+/u, '')
    .replace(/[. ]+$/u, '');
  const ending = endingOf(shown);
  const letters = [...shown];
  if (letters.length <= fileBounds.name) return shown;
  const kept = ending === '' ? [] : [...`.${ending}`];
  return [...letters.slice(0, fileBounds.name - kept.length), ...kept].join('');
}

/** A size as text, such as "1.4 MB". */
export function sizeWords(bytes: number): string {
  const [amount, unit] = bytes < mega ? [bytes / 1024, 'KB'] : [bytes / mega, 'MB'];
  const digits = amount < 10 && unit === 'MB' ? 1 : 0;
  return `${Math.max(amount, digits === 0 ? 1 : 0.1).toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`;
}

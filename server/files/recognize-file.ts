import { endingOf, fileEndings, type FileKind, type FileKindName, fileKinds } from '#contract/files/files.ts';
import { Refusal } from '#server/http/refusal.ts';
import { fileTypeFromBuffer } from 'file-type';
import { isEncryptedOffice, packageKind } from './recognize-package.ts';
import { assertNoMarkup, isText } from './recognize-text.ts';
import { Unfit } from './unfit.ts';

/** Number of first bytes by which a file is identified; file-type needs 4,100. */
const headBytes = 4_100;
const zipStart = Buffer.from('PK\u0003\u0004');
const images: Record<string, FileKindName> = {
  png: 'png',
  apng: 'png',
  jpg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  heic: 'heic',
};
const archives = new Set(['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods']);
/**
 * Kinds of files that consist of text but aren't for readers. All other kinds found by file-type aren't text, even if they begin
 * with letters.
 */
const inLetters = new Set(['rtf', 'ps', 'eps', 'vcf', 'ics', 'pgp']);
/** A PDF may begin within the first 1,024 bytes (ISO 32000-1, annex H.3, note 13), often after a line break. */
const pdfStart = 1_024;

async function packageOf(content: Buffer, guess: string): Promise<FileKindName | undefined> {
  const kind = await packageKind(content);
  return kind === 'zip' && !archives.has(guess) ? undefined : kind;
}

/**
 * Whether a PDF begins after some other bytes: after blanks, or, in a file named as a PDF, after anything but a page or a script.
 */
function isLatePdf(content: Buffer, ending: string): boolean {
  const at = content.subarray(0, pdfStart + 5).indexOf('%PDF-');
  const before = content.toString('latin1', 0, Math.max(0, at));
  if (at < 0 || (before.trim() !== '' && !(ending === 'pdf' && content.includes('%%EOF')))) return false;
  assertNoMarkup(before);
  return true;
}

async function kindOf(content: Buffer, ending: string): Promise<FileKindName | undefined> {
  // file-type throws for some damaged files
  const found = await fileTypeFromBuffer(content.subarray(0, headBytes)).catch(() => undefined);
  const { ext = '' } = found ?? {};
  if (archives.has(ext) || content.subarray(0, 4).equals(zipStart)) return packageOf(content, ext);
  const image = images[ext];
  if (image) return image;
  if (ext === 'pdf' || (ext === '' && isLatePdf(content, ending))) return 'pdf';
  if (inLetters.has(ext)) return undefined;
  // a text can begin like a program, but a program has bytes that no text has
  if (await isText(content, ext !== '')) return ending === 'csv' ? 'csv' : 'text';
  if (isEncryptedOffice(content)) throw new Unfit('is protected by a password. Save it without one');
  return undefined;
}

/**
 * Identifies a file by its content, and compares the kind with the ending of its name.
 * @throws Refusal with a sentence that names the file and says what to do
 */
export async function recognizeFile(
  name: string,
  content: Buffer,
  by: 'customer' | 'staff',
): Promise<{ mediaType: string }> {
  const refuse = (words: string) => new Refusal({ file: [`“${name}” ${words}.`] });
  const ending = endingOf(name);
  let found: FileKindName | undefined;
  try {
    found = await kindOf(content, ending);
  } catch (error) {
    if (error instanceof Unfit) throw refuse(error.message);
    throw error;
  }
  const kinds: FileKind[] = Object.values(fileKinds);
  const named = fileEndings[by].includes(ending)
    ? kinds.find(({ endings }) => endings.includes(ending))?.words
    : undefined;
  if (found === undefined || (found === 'zip' && by === 'customer'))
    throw refuse(
      named === undefined
        ? 'isn’t a file type that we accept. Save it as a PDF'
        : `isn’t actually ${named}. Open it and save it again as ${named}`,
    );
  const { words, endings, mediaType }: FileKind = fileKinds[found];
  if (!endings.includes(ending))
    throw refuse(`is actually ${words}. Change its file extension to .${endings[0]}`);
  return { mediaType };
}

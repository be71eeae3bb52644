import { Document, Packer, Paragraph } from 'docx';
import { asSeen } from '#contract/as-seen.ts';
import { saveFile } from '#ui/save-file.ts';
import { directionOf, markdownBlocks, plain } from './markdown-docx.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/**
 * Converts a delivered text to a Word document that holds what the page shows. `isMarkdown`: false keeps each line as it is.
 */
export async function writeDocx(title: string, text: string, isMarkdown: boolean): Promise<Blob> {
  // older texts may hold characters that XML forbids
  const shown = asSeen(text, true);
  const { children, numbering } = isMarkdown
    ? markdownBlocks(shown)
    : {
        numbering: [],
        children: shown
          .split(/\n[ \t]*\n/u)
          .map(
            (words) =>
              new Paragraph({ children: plain(words, {}), spacing: { after: 160 }, ...directionOf(words) }),
          ),
      };
  return Packer.toBlob(new Document({ title, numbering: { config: numbering }, sections: [{ children }] }));
}

/** Saves a delivered text as `name`.docx. */
export async function saveDocx(name: string, text: string, isMarkdown: boolean): Promise<void> {
  const blob = await writeDocx(name, text, isMarkdown);
  saveFile({ name: `${name}.docx`, mediaType, content: new Uint8Array(await blob.arrayBuffer()) });
}

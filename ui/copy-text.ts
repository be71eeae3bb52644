import { notify } from './snackbar.tsx';

const typed = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });

/** Controls within a shown document, such as its own copy buttons. */
const uncopied = (shown: HTMLElement) => shown.querySelectorAll<HTMLElement>('[data-uncopied]');

function wordsOf(shown: HTMLElement): string {
  // only an element on the page has line breaks in its words, so its controls are hidden meanwhile
  for (const control of uncopied(shown)) control.hidden = true;
  const words = shown.innerText;
  for (const control of uncopied(shown)) control.hidden = false;
  return words;
}

function htmlOf(shown: HTMLElement): string {
  const copy = shown.cloneNode(true) as HTMLElement;
  for (const control of uncopied(copy)) control.remove();
  return copy.innerHTML;
}

/**
 * Copies the text to the clipboard and says so. With the element that shows it as a document, also copies
 * headings and lists; other programs get plain text.
 */
export async function copyText(text: string, shown: HTMLElement | null = null): Promise<void> {
  try {
    if (shown)
      await navigator.clipboard.write([
        new ClipboardItem({
          ...typed('text/plain', wordsOf(shown)),
          ...typed('text/html', htmlOf(shown)),
        }),
      ]);
    else await navigator.clipboard.writeText(text);
    notify({ message: 'Copied' });
  } catch {
    notify({ message: 'We couldn’t copy the text. Select it and copy it yourself.', kind: 'error' });
  }
}

import { notify } from './snackbar.tsx';

const typed = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });

/** Controls within a shown document, such as its own copy buttons. */
const uncopied = (shown: HTMLElement) => shown.querySelectorAll<HTMLElement>('[data-uncopied]');

function wordsOf(shown: HTMLElement): string {
  // `innerText` has line breaks only for an element in the page, so the controls are hidden there, not removed from a copy
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

/** Copies text and shows “Copied”. `shown`: the document's element, from which headings and lists are copied as HTML too. */
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

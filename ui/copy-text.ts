import { notify } from './snackbar.tsx';

const typed = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });

/**
 * Copies the text to the clipboard and says so. With the element that shows it as a document, also copies
 * headings and lists; other programs get plain text.
 */
export async function copyText(text: string, shown: HTMLElement | null = null): Promise<void> {
  try {
    if (shown)
      await navigator.clipboard.write([
        new ClipboardItem({
          ...typed('text/plain', shown.innerText),
          ...typed('text/html', shown.innerHTML),
        }),
      ]);
    else await navigator.clipboard.writeText(text);
    notify({ message: 'Copied' });
  } catch {
    notify({ message: 'Your browser blocked copying. Download it instead.', kind: 'error' });
  }
}

import { notify } from './snackbar.tsx';

const typed = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });

/**
 * Puts the text on the clipboard and says so. With the element that shows it as a document: its headings and lists, and its
 * plain text for programs that take no more.
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

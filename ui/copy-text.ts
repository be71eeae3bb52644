import { notify } from './snackbar.tsx';

/** Puts the text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ message: 'Copied' });
  } catch {
    notify({ message: 'Your browser blocked copying. Download it instead.', kind: 'error' });
  }
}

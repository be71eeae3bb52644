import type { StoredFile } from '#contract/files/file-ids.ts';

const words: Record<StoredFile['scan'], string> = {
  off: 'not scanned for viruses',
  waiting: 'not scanned for viruses yet',
  clean: '',
  failed: 'can’t be scanned for viruses',
  // the file list itself shows it
  infected: '',
};

/** A warning about a file for staff, shown before they open it. */
export const virusNote = ({ scan }: Pick<StoredFile, 'scan'>): string => words[scan];

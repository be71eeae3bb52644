export type NamedFile = { name: string; mediaType: string; content: Uint8Array<ArrayBuffer> };

/** Saves a file on the person's device. */
export function saveFile({ name, mediaType, content }: NamedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Waits until the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

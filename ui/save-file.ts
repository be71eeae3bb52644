/** Saves bytes as a file. */
export function saveFile(name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Waits until the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

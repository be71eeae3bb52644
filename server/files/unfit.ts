/** A reason to reject a file, as a sentence without the file's name: "contains macros. Save it without them". */
export class Unfit extends Error {
  override name = 'Unfit';
}

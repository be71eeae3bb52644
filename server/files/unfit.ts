/** A reason to reject a file, as a sentence without its name: "contains macros. Save it without them". */
export class Unfit extends Error {
  override name = 'Unfit';
}

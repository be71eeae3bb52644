/** Minor units, from dollars as the operator types them: 129 or 64.50. Undefined for anything else, and for nothing. */
export function readAmount(dollars = ''): bigint | undefined {
  const match = /^(\d{1,7})(?:\.(\d{2}))?$/.exec(dollars);
  const amount = match ? BigInt(match[1]! + (match[2] ?? '00')) : 0n;
  return amount > 0n ? amount : undefined;
}

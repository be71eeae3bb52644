/** "no issues found", "1 issue", "12 issues". */
export const issueCount = (count: number): string =>
  count === 0 ? 'no issues found' : count === 1 ? '1 issue' : `${count} issues`;

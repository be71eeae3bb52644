/** Runs in a page: answers the consent question with no, which would otherwise cover every picture. */
export const declineCounting = (): void =>
  localStorage.setItem(
    'agreePrivacy',
    JSON.stringify({ version: 1, date: new Date().toISOString(), choice: 'declined' }),
  );

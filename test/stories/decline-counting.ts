/** Runs in a page. Answers the consent question with no, because it would cover every picture. */
export const declineCounting = (): void =>
  localStorage.setItem(
    'agreePrivacy',
    JSON.stringify({ version: 1, date: new Date().toISOString(), choice: 'declined' }),
  );

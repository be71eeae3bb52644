/**
 * Runs in the head before the first paint, so that the chosen theme, the session, its balance, a filled cart and the reason to
 * log in show from the first frame, and an early press of a button is kept until the scripts run.
 * Inserted as text: it is part of the page's file, not of the scripts.
 */
export const headScript = `(() => {
  // React creates script elements from this empty one when it renders a whole page anew after an error.
  const empty = (code) => (code.trim() === '' ? code : null);
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === '<script></' + 'script>' ? html : empty(html)),
    createScript: empty,
    // The script that consent.ts loads; the content security policy allows it only on measured pages.
    createScriptURL: (url) => (url.startsWith('https://www.googletagmanager.com/gtag/') ? url : null),
  });
  const root = document.documentElement;
  const read = (kind, key) => { try { return window[kind].getItem(key); } catch { return null; } };
  const theme = read('localStorage', 'theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // A tab belongs to one account: the remembered tokens of another don't log it in.
  const account = read('sessionStorage', 'account');
  const mine = (token) => {
    if (!token || account === null) return token;
    try { return JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).sub === account; } catch { return true; }
  };
  if (read('sessionStorage', 'jwtToken') || mine(read('localStorage', 'jwtToken'))) root.dataset.session = 'in';
  const balance = read('sessionStorage', 'balance');
  if (balance) root.style.setProperty('--balance', JSON.stringify('Balance ' + balance));
  try {
    const { length } = JSON.parse(read('localStorage', 'orders'));
    if (length > 0) root.style.setProperty('--cart-count', '"(' + Number(length) + ')"');
  } catch {}
  const redirect = new URLSearchParams(location.search).get('redirect') ?? '';
  const wanted = /^(\\/cart|\\/cabinet(?:\\/(?:history|messages|balance))?)|^(\\/\\w+\\/[\\w-]+)\\/order-/.exec(redirect)?.slice(1).find(Boolean);
  if (wanted) try {
    const it = '[data-wanted="' + wanted + '"]';
    const reason = new CSSStyleSheet();
    reason.replaceSync('[data-reason]:has(' + it + '), [data-reason] :is(' + it + ', :has(' + it + ')) { display: revert }');
    document.adoptedStyleSheets = [reason];
  } catch {}
  let pressed, press;
  const waiting = () => !('hydrated' in root.dataset);
  // After a reload, Back only changes the address: without a router yet, this loads the page of the address.
  const { pathname } = location;
  addEventListener('popstate', () => { if (waiting() && location.pathname !== pathname) location.reload(); });
  document.addEventListener('submit', (event) => { if (waiting()) event.preventDefault(); }, true);
  document.addEventListener('click', (event) => {
    const button = waiting() && event.target.closest('button:not([popovertarget],[data-consent-choice])');
    if (button) [pressed, press] = [button, event];
  }, true);
  document.addEventListener('hydrated', () => {
    // Repeats an early press, unless its event is still being dispatched: it started the hydration, and reaches React itself.
    if (pressed?.isConnected && press.eventPhase === 0) pressed.click();
    pressed = press = undefined;
  });
})();`;

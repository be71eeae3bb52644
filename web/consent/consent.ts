/**
 * Asks once for consent to analytics, stores the answer and follows it. Runs in the page's head before the first paint,
 * so that the question appears with the page and works at once.
 *
 * It is inserted into the page as text (see root.tsx), so it must not use anything from outside itself.
 *
 * The answer is stored under `agreePrivacy` as {version, date, choice}; `data-consent` on the root element says "ask",
 * "accepted" or "declined". Any button with `data-consent-choice` answers ("accepted", "declined") or asks again ("ask").
 * Without a measurement id nothing is asked, and without consent nothing is loaded from other hosts. A link from a measured page
 * to a personal page loads a new document, without Google's script.
 */
export function keepConsent(): void {
  type Choice = 'ask' | 'accepted' | 'declined';
  const key = 'agreePrivacy';
  // A new version of the consent's content asks every visitor again.
  const version = 1;
  const root = document.documentElement;
  const measurementId = document.querySelector<HTMLMetaElement>('meta[name="analytics-id"]')?.content ?? '';
  // Without a measurement id nothing is measured, so no consent is asked.
  if (measurementId === '') return;
  let isCounting = false;
  let opener: HTMLElement | null = null;

  const stored = (): Choice => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      if (typeof kept !== 'object' || kept === null || !('choice' in kept) || !('version' in kept))
        return 'ask';
      const isAnswer = kept.choice === 'accepted' || kept.choice === 'declined';
      return isAnswer && kept.version === version ? (kept.choice as Choice) : 'ask';
    } catch {
      return 'ask';
    }
  };

  // Never loads analytics on personal pages, whatever the consent.
  const isPrivate = ({ pathname }: { pathname: string }) =>
    /^\/(?:pay|cart|account|cabinet|contact)(?:\/|$)|\/order-/i.test(pathname);

  const count = () => {
    if (isCounting || isPrivate(location)) return;
    // Loads no analytics while the browser stores login tokens either; head-script.ts has looked for them.
    if (root.dataset['session'] === 'in') return;
    isCounting = true;
    const queue: unknown[] = ((window as { dataLayer?: unknown[] }).dataLayer ??= []);
    // Google's script accepts a command only as an arguments object.
    const command: (...words: unknown[]) => void = function () {
      queue.push(arguments);
    };
    const script = document.createElement('script');
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${measurementId}`;
    document.head.append(script);
    const configure = () => {
      command('js', new Date());
      // Sends the address without its query, because links from other sites may contain personal data.
      command('config', measurementId, {
        page_location: location.origin + location.pathname,
        cookie_prefix: '__Secure-',
        cookie_flags: 'Secure;SameSite=Lax',
      });
    };
    if (document.readyState === 'complete') configure();
    else addEventListener('load', configure, { once: true });
  };

  const stopCounting = () => {
    if (!isCounting) return;
    for (const cookie of document.cookie.split('; ')) {
      const name = cookie.split('=')[0] ?? '';
      if (!/^(?:__Secure-)?_ga/.test(name)) continue;
      // Google sets its cookies on this host or on its parent domain.
      for (const domain of ['', `; domain=${location.hostname.split('.').slice(-2).join('.')}`])
        document.cookie = `${name}=; path=/; max-age=0; secure${domain}`;
    }
    // A running script cannot be stopped, so the page reloads without it.
    location.reload();
  };

  const show = (choice: Choice) => {
    root.dataset['consent'] = choice;
    if (choice === 'accepted') count();
    if (choice === 'declined') stopCounting();
  };

  document.addEventListener(
    'click',
    (event) => {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-consent-choice]') : null;
      if (!button) return;
      const choice = button.dataset['consentChoice'] as Choice;
      if (choice === 'ask') {
        opener = button;
        show(choice);
        document.querySelector<HTMLElement>('[data-consent-choice="accepted"]')?.focus();
        return;
      }
      try {
        localStorage.setItem(key, JSON.stringify({ version, date: new Date().toISOString(), choice }));
      } catch {
        // Without storage the answer applies to this page only.
      }
      // Returns the focus to the button that reopened the question; otherwise moves it to the content without
      // scrolling.
      if (opener) opener.focus();
      else document.getElementById('content')?.focus({ preventScroll: true });
      opener = null;
      show(choice);
    },
    true,
  );
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!isCounting || link?.origin !== location.origin || !isPrivate(link)) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // Uses a plain link, which the router ignores; the page's other click handlers run first.
      event.preventDefault();
      const { href } = link;
      setTimeout(() => location.assign(href));
    },
    true,
  );
  addEventListener('popstate', (event) => {
    if (!isCounting || !isPrivate(location)) return;
    event.stopImmediatePropagation();
    location.reload();
  });
  // The question was answered in another tab.
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) show(stored());
  });
  show(stored());
}

import { Link } from 'react-router';

/**
 * The consent question, above the header while open: in the page's flow, so that it covers nothing. consent.ts handles
 * the answer.
 */
export function ConsentBar() {
  const answer = 'button button-quiet button-small min-w-28 flex-1 bg-bg';
  return (
    <section aria-label="Privacy settings" className="consent-bar border-b-[3px] border-red-line bg-surface">
      <div className="page flex flex-col gap-x-8 gap-y-3 py-3 md:flex-row md:items-center md:justify-between">
        <p className="min-w-0 text-small leading-normal">
          Can we use Google Analytics to count visits? It stays off unless you accept.{' '}
          <Link className="link" to="/privacy-agreement#browser">
            Privacy policy
          </Link>
        </p>
        <div className="flex flex-none gap-2">
          <button type="button" className={answer} data-consent-choice="accepted">
            Accept
          </button>
          <button type="button" className={answer} data-consent-choice="declined">
            Decline
          </button>
        </div>
      </div>
    </section>
  );
}

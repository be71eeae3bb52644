import { Link } from 'react-router';

/** The question, hidden unless it is open; what happens on an answer stands in consent.ts. */
export function ConsentBar() {
  const answer = 'button button-quiet button-small min-w-28 flex-1 bg-bg';
  return (
    <section
      aria-label="Privacy choice"
      className="consent-bar fixed inset-x-0 bottom-0 z-20 border-t-[3px] border-red-line bg-bg shadow-float"
    >
      <div className="page flex flex-col gap-x-8 gap-y-3 py-3 md:flex-row md:items-center md:justify-between">
        <p className="text-small leading-normal">
          May we count visits, with Google Analytics? Nothing is counted unless you accept.{' '}
          <Link className="link" to="/privacy-agreement#browser">
            What we keep
          </Link>
        </p>
        <div className="flex flex-wrap gap-2">
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

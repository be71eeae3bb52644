import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/page-meta.ts';
import { Bullets, LegalFrame } from './legal-frame.tsx';

export const meta = () =>
  pageMeta({
    title: 'Privacy policy',
    description: 'Which data we keep, why, for how long, who sees it, and how you get it or have it deleted.',
    isPublic: true,
  });

const key = (name: string) => <code className="text-[0.9em]">{name}</code>;

export default function PrivacyAgreementPage() {
  return (
    <LegalFrame
      title="Privacy policy"
      lead="Which data we keep, why, for how long, and how you get it or have it deleted. We collect what an order needs and nothing to sell."
      changed="November 21, 2026"
      sections={[
        {
          id: 'responsible',
          title: 'Who is responsible',
          body: (
            <p>
              {shop.legalName}. For anything about your data write to{' '}
              <a className="link" href={`mailto:${shop.supportEmail}`}>
                {shop.supportEmail}
              </a>
              .
            </p>
          ),
        },
        {
          id: 'kept',
          title: 'What we keep, and why',
          body: (
            <Bullets
              items={[
                <>
                  <strong className="text-ink">Your account:</strong> name, email address, and a one-way hash
                  of your password, so that you can log in. We cannot read your password.
                </>,
                <>
                  <strong className="text-ink">Your logins:</strong> when each began and was last used, what
                  the browser calls itself and its time zone, so that you stay logged in and a stolen login
                  can be ended.
                </>,
                <>
                  <strong className="text-ink">Your orders:</strong> what you ordered, your brief, your
                  billing address, the price and every step of the work, because that is the contract between
                  us.
                </>,
                <>
                  <strong className="text-ink">Your payments:</strong> amounts, times and the payment
                  provider’s reference. Card numbers stay with the provider; we never receive them.
                </>,
                <>
                  <strong className="text-ink">Facts about your browser when you order:</strong> its name,
                  language, screen size and time zone. They help to recognize fraud.
                </>,
                <>
                  <strong className="text-ink">Messages to support:</strong> your name, address and what you
                  wrote, to answer you.
                </>,
                <>
                  <strong className="text-ink">Refused requests:</strong> the network address they came from,
                  in our server’s log, so that attacks can be seen.
                </>,
              ]}
            />
          ),
        },
        {
          id: 'how-long',
          title: 'For how long',
          body: (
            <Bullets
              items={[
                'Facts about your browser: 180 days after the order, then they are dropped by themselves.',
                'Logins: at most 90 days with “remember me”, one day without; what we know of them goes 30 days after they ended.',
                'Orders, payments and what belongs to them: as long as tax law obliges us to keep books.',
                'Network addresses of refused requests: 30 days.',
                'Your account and your messages: until you ask us to delete them.',
              ]}
            />
          ),
        },
        {
          id: 'who-sees',
          title: 'Who sees it',
          body: (
            <>
              <p>
                The people who work on your order see your brief and your name. The payment provider learns
                the amount and the order number. Our mail server carries the letters we send you. Nobody else,
                unless you let visits be counted: no data is sold, and nothing is used to train anything.
              </p>
              <p>
                Whoever has the link to a payment sees what is to be paid, but neither your name nor your
                brief. Treat the link like the bill it is.
              </p>
            </>
          ),
        },
        {
          id: 'browser',
          title: 'What is kept in your browser',
          body: (
            <>
              <p>
                The shop itself sets no cookies. Your browser’s own storage holds what makes it work, and it
                never leaves your device unless you send it:
              </p>
              <Bullets
                items={[
                  <>
                    {key('jwtToken')}, {key('refreshToken')} and {key('rememberMe')}: that you are logged in.
                  </>,
                  <>{key('orders')}: your cart.</>,
                  <>{key('agreePrivacy')}: whether visits may be counted, and when you said so.</>,
                  <>
                    What you are typing, your billing address and the appearance you chose, so that nothing
                    typed is lost.
                  </>,
                ]}
              />
              <p>
                Logging out removes the first, what you typed and your billing address. Clearing this site’s
                data in your browser removes everything.
              </p>
              <p>
                Only if you accept that visits are counted, and only while we count them, Google Analytics is
                loaded. It sets cookies of its own and tells Google which of our pages were opened, from what
                kind of device and from which region, and is never on the pages where you order, pay or write
                to us, nor anywhere while you are logged in. “Privacy choice” at the foot of every page takes
                it back.
              </p>
            </>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          body: (
            <p>
              You may see the data we hold about you, have it corrected, get a copy, have it deleted as far as
              the law lets us, and object to its use. Write to us; we answer within {shop.answerTime} and act
              within a month. You may also complain to the data protection authority where you live.
            </p>
          ),
        },
        {
          id: 'safety',
          title: 'How it is kept safe',
          body: (
            <p>
              Everything travels encrypted. Passwords are hashed with argon2id. Login keys are stored as
              hashes. Our logs hold no names, addresses, passwords or briefs. No script of another company
              runs on our pages.
            </p>
          ),
        },
      ]}
    />
  );
}

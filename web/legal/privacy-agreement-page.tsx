import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/page-meta.ts';
import { Bullets, LegalFrame } from './legal-frame.tsx';

export const meta = () =>
  pageMeta({
    title: 'Privacy policy',
    description:
      'What data we keep, why, for how long, who sees it, and how to get a copy or have it deleted.',
    isPublic: true,
  });

const key = (name: string) => <code className="text-[0.9em]">{name}</code>;

export default function PrivacyAgreementPage() {
  return (
    <LegalFrame
      title="Privacy policy"
      lead="What data we keep, why, for how long, and how to get a copy or have it deleted. We collect what an order needs, and we sell none of it."
      changed="November 22, 2026"
      sections={[
        {
          id: 'responsible',
          title: 'Who is responsible',
          body: (
            <p>
              {shop.legalName}. For anything about your data, email{' '}
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
                  of your password, so you can log in. We can’t read your password.
                </>,
                <>
                  <strong className="text-ink">Your logins:</strong> when each began and was last used, the
                  browser type and its time zone, so you stay logged in and can end a stolen login.
                </>,
                <>
                  <strong className="text-ink">Your orders:</strong> what you ordered, your brief, your
                  billing address, the price and every step of the work, because that’s our contract with you.
                </>,
                <>
                  <strong className="text-ink">Your payments:</strong> amounts, times and the payment
                  provider’s reference. Card numbers stay with the provider; we never receive them.
                </>,
                <>
                  <strong className="text-ink">Browser details when you order:</strong> its name, language,
                  screen size and time zone. They help us detect fraud.
                </>,
                <>
                  <strong className="text-ink">Messages to support:</strong> your name, email address and
                  message, so we can reply.
                </>,
                <>
                  <strong className="text-ink">Refused requests:</strong> the IP address they came from, in
                  our server log, so we can detect attacks.
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
                'Browser details: 180 days after the order, then deleted automatically.',
                'Logins: at most 90 days with “remember me”, one day without; deleted 30 days after they end.',
                'Orders, payments and their records: as long as tax law requires.',
                'IP addresses of refused requests: 30 days.',
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
                The people who work on your order see your brief and your name. The payment provider gets the
                amount and the order number. Our mail server delivers the emails we send you. No one else sees
                it, unless you accept analytics. We sell no data, and we use none to train AI.
              </p>
              <p>
                Anyone with a payment link can see what is to be paid, but not your name or your brief. Treat
                the link like an invoice.
              </p>
            </>
          ),
        },
        {
          id: 'browser',
          title: 'What’s stored in your browser',
          body: (
            <>
              <p>
                The shop itself sets no cookies. It keeps what it needs in your browser’s own storage, which
                never leaves your device unless you send it:
              </p>
              <Bullets
                items={[
                  <>
                    {key('jwtToken')}, {key('refreshToken')} and {key('rememberMe')}: whether you’re logged
                    in.
                  </>,
                  <>{key('orders')}: your cart.</>,
                  <>{key('agreePrivacy')}: whether you accepted analytics, and when.</>,
                  <>
                    What you’re typing, your billing address and the theme you chose, so nothing you typed is
                    lost.
                  </>,
                ]}
              />
              <p>
                Logging out removes the login, what you typed and your billing address. Clearing this site’s
                data in your browser removes everything.
              </p>
              <p>
                We load Google Analytics only if you accept it, and only while we use it. It sets its own
                cookies and tells Google which of our pages were opened, from what kind of device and from
                which region. It never runs on the pages where you order, pay or contact us, or anywhere while
                you’re logged in. To change your mind, use “Privacy settings” at the bottom of every page.
              </p>
            </>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          body: (
            <p>
              You can see the data we hold about you, have it corrected, get a copy, have it deleted as far as
              the law allows, and object to its use. Contact us: we reply within {shop.answerTime} and act
              within a month. You can also complain to the data protection authority where you live.
            </p>
          ),
        },
        {
          id: 'safety',
          title: 'How we keep it safe',
          body: (
            <p>
              Connections are encrypted. Passwords are hashed with argon2id, and we store session tokens as
              hashes. Our logs hold no names, email addresses, passwords or briefs. Unless you accept
              analytics, no other company’s script runs on our pages.
            </p>
          ),
        },
      ]}
    />
  );
}

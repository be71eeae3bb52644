import { sellerLines } from '#contract/seller.ts';
import { shop } from '#contract/shop.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Bullets, LegalFrame } from './legal-frame.tsx';

export const meta = () =>
  pageMeta({
    title: 'Privacy policy',
    description:
      'What data we keep, why and for how long, who sees it, and how to get a copy or have it deleted.',
    isPublic: true,
  });

const key = (name: string) => <code className="text-[0.9em]">{name}</code>;

function WhoIsResponsible() {
  return (
    <p>
      {[shop.legalName, ...sellerLines].join(', ')}. For questions about your data, write to{' '}
      <a className="link" href={`mailto:${shop.supportEmail}`}>
        {shop.supportEmail}
      </a>
      .
    </p>
  );
}

function WhatWeKeep() {
  return (
    <Bullets
      items={[
        <>
          <strong className="text-ink">Your account:</strong> name, current and former email addresses,
          country if you give it, and a one-way hash of your password, so you can log in. We can’t read your
          password.
        </>,
        <>
          <strong className="text-ink">Your logins:</strong> when each began and about when it was last used,
          your browser type and time zone, so you stay logged in and we can end a stolen login.
        </>,
        <>
          <strong className="text-ink">Your orders:</strong> what you ordered, your brief, your billing
          address, the price and every step of the work, because they make up our contract with you.
        </>,
        <>
          <strong className="text-ink">Files you add to an order:</strong> their content, name and size, so we
          can use them in the work.
        </>,
        <>
          <strong className="text-ink">Your payments:</strong> amounts, times and the payment provider’s
          reference. You enter card numbers only on the provider’s page.
        </>,
        <>
          <strong className="text-ink">Your browser when you order:</strong> its type, language, screen size
          and time zone, to help us detect fraud.
        </>,
        <>
          <strong className="text-ink">Messages to us:</strong> your name, email address, what you wrote, and
          our replies, so we can help you.
        </>,
        <>
          <strong className="text-ink">Refused requests:</strong> the IP address they came from, in our
          server’s log, so we can spot attacks.
        </>,
      ]}
    />
  );
}

function HowLongWeKeepIt() {
  return (
    <Bullets
      items={[
        'Browser details: 180 days after the order, then deleted automatically.',
        'A login lasts up to 90 days if you’ve just created an account or chosen “Remember me.” Otherwise, it lasts one day. We delete the record 30 days after a login ends.',
        'Orders, payments and related records: as long as tax law requires.',
        'Files you add: we delete them two years after you added them, but never before the work is complete. We delete files that you uploaded but never sent, and files in orders that you never paid for, after 7 days. You can remove files from a brief yourself until the work is delivered.',
        'IP addresses of refused requests: 30 days.',
        'Deleted data stays in our encrypted backups for up to 12 months, and deleted files for 30 days. If we restore a backup, we erase the data of erased accounts again.',
        'Your account, your briefs and your messages: until you ask us to delete them.',
      ]}
    />
  );
}

function WhoSeesIt() {
  return (
    <>
      <p>
        The people who work on your order see your brief, your files, your name and your email address. The
        people who answer your messages and keep our books also see your billing address, your payments and
        your messages. The payment provider gets the amount, the order number, what you’re paying for and how
        much you pay from your balance. Our mail server delivers the emails we send you. If you dispute a
        payment with your bank, we also send the payment provider your brief, the work and our emails, to pass
        on to the bank. No one else gets your data unless you accept analytics. We don’t sell your data, and
        we don’t use it to train anything.
      </p>
      {import.meta.env.HAS_SECOND_READER && (
        <p>If you order an analysis, a LanguageTool server that we run also checks your text.</p>
      )}
      <p>
        Anyone with a payment link can see what’s being paid for and when it’s due, but not your name, your
        brief or your email address. Treat the link like an invoice.
      </p>
      <p>
        If we propose an order to you, anyone with the link to the proposal can see its brief for 14 days. We
        delete the proposal’s brief 30 days after that.
      </p>
    </>
  );
}

function InYourBrowser() {
  return (
    <>
      <p>
        We don’t set cookies ourselves. We keep what the shop needs in your browser’s own storage. Your login
        goes to our server with each request; the rest stays on your device until you send it:
      </p>
      <Bullets
        items={[
          <>
            {key('jwtToken')} and {key('refreshToken')}: your login. {key('rememberMe')}: whether to keep you
            logged in. This choice stays after you log out. {key('account')}: the number of the account that a
            tab belongs to, so that the tab never continues with another account.
          </>,
          <>
            {key('orders')}: your cart, with the briefs in it. {key('files')} and {key('orderFiles')}: the
            files you chose for a brief, until we’ve added them to your order.
          </>,
          <>
            {key('proposals')}: the numbers of the proposed items already added to your cart, so that opening
            a proposal again never adds them twice.
          </>,
          <>
            {key('agreed')}, {key('sentToPay')} and {key('balance')}: what you agreed to at checkout, which
            payment page you opened, and the balance that we show at the top of each page. Closing the tab or
            logging out removes them.
          </>,
          <>
            {key('orderAttempt')} and {key('depositAttempt')}: an order or deposit that we haven’t confirmed
            yet, so that trying again never places it twice.
          </>,
          <>{key('hadAccount')}: that someone has logged in with this browser, but not who.</>,
          <>
            {key('dismissed')} and {key('changes')}, with the number of an order: the issues you dismissed and
            the changes you chose in a report. They stay after you log out.
          </>,
          <>{key('agreePrivacy')}: whether you accepted analytics, and when.</>,
          <>How far you scrolled on each page, until you close the tab.</>,
          <>
            What you’re typing and your billing address, so nothing you type is lost, and the appearance you
            chose.
          </>,
        ]}
      />
      <p>
        Logging out removes your login, what you typed into forms, files you haven’t sent, your billing
        address, and orders and deposits that we haven’t confirmed, in every tab. Your cart stays, but without
        its files. Clearing this site’s data in your browser removes everything.
      </p>
      <p>
        If we use Google Analytics, we ask you first, and load it only if you accept. It sets its own cookies
        and tells Google which of our pages you open, on what kind of device and from which region. It’s never
        on the pages where you order, pay or contact us, and never on while you’re logged in. While we use it,
        you can change your mind anytime under “Privacy settings” at the bottom of every page.
      </p>
    </>
  );
}

function YourRights() {
  return (
    <p>
      You can see the data we hold about you, correct it, get a copy, have it deleted as far as the law
      allows, and object to its use. Contact us: we reply within {shop.answerTime} and act within a month. You
      can also complain to the data protection authority where you live.
    </p>
  );
}

function HowWeKeepItSafe() {
  return (
    <p>
      Everything is encrypted in transit. Passwords are hashed with Argon2id. Session tokens are stored as
      hashes. Our logs hold no names, email addresses, passwords or briefs. Unless you accept analytics, no
      other company’s script runs on our pages.
    </p>
  );
}

export default function PrivacyAgreementPage() {
  return (
    <LegalFrame
      title="Privacy policy"
      lead="What data we keep, why and for how long, and how to get a copy or have it deleted. We collect what an order needs, plus a few technical details to prevent fraud. We never sell any of it."
      changed="November 30, 2026"
      sections={[
        { id: 'responsible', title: 'Who is responsible', body: <WhoIsResponsible /> },
        { id: 'kept', title: 'What we keep, and why', body: <WhatWeKeep /> },
        { id: 'how-long', title: 'How long we keep it', body: <HowLongWeKeepIt /> },
        { id: 'who-sees', title: 'Who sees it', body: <WhoSeesIt /> },
        { id: 'browser', title: 'What we keep in your browser', body: <InYourBrowser /> },
        { id: 'rights', title: 'Your rights', body: <YourRights /> },
        { id: 'safety', title: 'How we keep it safe', body: <HowWeKeepItSafe /> },
      ]}
    />
  );
}

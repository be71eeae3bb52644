import { useEffect, useRef, useState } from 'react';
import { CircleCheck } from 'lucide';
import { Link, useSearchParams } from 'react-router';
import { bounds } from '#contract/bounds.ts';
import { shop } from '#contract/shop.ts';
import { createTicketBody } from '#contract/storefront/support.ts';
import { callApi } from '#web/api/call-api.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { newId } from '#ui/new-id.ts';
import { Questions } from '#ui/questions.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { solveChallenge } from './solve-challenge.ts';
import { Icon } from '#ui/icon.tsx';

export const meta = () =>
  pageMeta({
    title: 'Contact',
    description: `Contact us. A real person replies within ${shop.answerTime}.`,
    isPublic: true,
  });

const initial = { name: '', email: '', message: '', website: '', requestId: '' };

export default function ContactPage() {
  const [ticket, setTicket] = useState<string | null>(null);
  return (
    <div className="page grid items-start gap-x-16 gap-y-12 pt-12 pb-8 md:pt-16 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 lg:col-span-2">
        <h1 className="text-[clamp(2.25rem,1.4rem+3.6vw,3.75rem)]">Write to us</h1>
        <p className="mt-5 max-w-[36rem] text-lead leading-normal text-muted">
          A real person will reply by email within {shop.answerTime}. You can also write to{' '}
          <a className="link" href={`mailto:${shop.supportEmail}`}>
            {shop.supportEmail}
          </a>
          .
        </p>
      </div>
      <section
        aria-labelledby="answers"
        className="rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-5 sm:p-6 lg:col-start-2 lg:row-start-2"
      >
        <h2 id="answers" className="mb-3 text-h3">
          Quick answers
        </h2>
        <Questions items={answers} />
      </section>
      <div className="min-w-0 max-w-[36rem] lg:row-start-2">
        <NeedsScript then="we’ll reply" />
        {ticket === null ? (
          <>
            <h2 className="mb-5 text-h3">Send a message</h2>
            <TicketForm onSent={setTicket} />
          </>
        ) : (
          <Sent ticket={ticket} again={() => setTicket(null)} />
        )}
        <p className="when-in mt-12 text-muted">
          To read or continue an earlier conversation, go to{' '}
          <Link className="link" to="/cabinet/messages">
            your messages
          </Link>
          .
        </p>
      </div>
    </div>
  );
}

const orders = (
  <Link className="link" to="/cabinet/history">
    Your orders
  </Link>
);
const terms = (
  <Link className="link" to="/terms-of-service#refunds">
    Terms of service
  </Link>
);

/** Topics that need no message. */
const answers = [
  {
    q: 'Where is my order?',
    a: <>Go to {orders} to see each order’s due date, activity and next step.</>,
  },
  {
    q: 'How do I request changes?',
    a: (
      <>
        Open the order in {orders} and choose “Request a revision” under the delivered copy, as long as you
        have revision rounds left.
      </>
    ),
  },
  {
    q: 'Can I cancel?',
    a: (
      <>
        Yes, free of charge until we start work: open the order in {orders} and cancel it there. You can’t
        cancel while its payment is being processed or disputed. For later cancellations, see the {terms}.
      </>
    ),
  },
  {
    q: 'Where is my receipt?',
    a: <>Go to {orders}, open a paid order and choose “Receipt.” You can print it or save it as a PDF.</>,
  },
  {
    q: 'How much does it cost, and how long does it take?',
    a: (
      <>
        Every{' '}
        <Link className="link" to="/#services">
          service page
        </Link>{' '}
        lists its prices. The order form adds them up and shows the delivery date before you pay.
      </>
    ),
  },
  {
    q: 'Can you write something that isn’t listed?',
    a: 'Maybe. Tell us what it’s for, how long it should be and when you need it.',
  },
];

function Sent({ ticket, again }: { ticket: string; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3">
        <Icon of={CircleCheck} size={28} className="shrink-0 text-success" />
        Message sent
      </h2>
      <p className="text-muted">
        Your reference is <strong className="text-ink">{ticket}</strong>. We’ll reply by email within{' '}
        {shop.answerTime}.
      </p>
      <div>
        <Button look="quiet" onClick={again}>
          Send another message
        </Button>
      </div>
    </div>
  );
}

/** A logged-in customer does not type name and address. */
function useOwnName(): { name: string; email: string } | null {
  const loggedIn = useLoggedIn();
  const [own, setOwn] = useState<{ name: string; email: string } | null>(null);
  useEffect(() => {
    if (!loggedIn) return;
    let isCurrent = true;
    callApi('profile', {}).then(
      ({ firstName, lastName, email }) =>
        isCurrent && setOwn({ name: `${firstName} ${lastName}`.trim(), email }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [loggedIn]);
  return own;
}

function TicketForm({ onSent }: { onSent: (ticket: string) => void }) {
  // Solves the challenge while the message is typed, from the first key press on.
  const proof = useRef<Promise<string | undefined> | null>(null);

  const [search] = useSearchParams();
  // The order number in the address; known once scripts run.
  const order = useHydrated() ? /^[\w-]{1,20}$/.exec(search.get('order') ?? '')?.[0] : undefined;
  const { busy, field, form, latest, set } = useSendForm({
    name: 'contact',
    initial,
    schema: createTicketBody,
    fields: ['name', 'email', 'message'],
    keeps: true,
    async send(typed) {
      // Kept with the text until it is sent, so that a retry after a lost answer creates no second ticket.
      if (latest.current.requestId === '') set({ requestId: newId() });
      const { requestId } = latest.current;
      const solving = proof.current ?? solveChallenge();
      // Each proof is valid only once, whatever its result.
      proof.current = null;
      const solved = await solving;
      const { ticketNumber } = await callApi('createTicket', {
        body: {
          ...typed,
          requestId,
          message: order === undefined ? typed.message : `About order ${order}:\n\n${typed.message}`,
          ...(solved === undefined ? {} : { proof: solved }),
        },
      });
      onSent(ticketNumber);
    },
  });

  const own = useOwnName();
  useEffect(() => {
    if (!own) return;
    // Does not overwrite typed text.
    const { name, email } = latest.current;
    set({ name: name || own.name, email: email || own.email });
  }, [own, set, latest]);

  const typed = (key: 'name' | 'email' | 'message') => {
    const { onValue, ...rest } = field(key);
    return {
      ...rest,
      onValue(value: string) {
        proof.current ??= solveChallenge();
        onValue(value);
      },
    };
  };
  const website = field('website');

  return (
    <SendForm form={form}>
      <TextField {...typed('name')} label="Name" autoComplete="name" max={bounds.ticket.name.max} />
      <EmailField {...typed('email')} hint="We’ll reply to this address." autoComplete="email" />
      <TextArea
        {...typed('message')}
        label={order === undefined ? 'Message' : `Message about order ${order}`}
        hint={
          order === undefined
            ? `At least ${bounds.ticket.message.min} characters. About an order? Include its number, like R‑7K3M‑Q2XA. Never send your card number.`
            : `At least ${bounds.ticket.message.min} characters. Never send your card number.`
        }
        rows={8}
        max={bounds.ticket.message.max}
      />
      {/* A trap for bots, which fill in every field; people neither see nor reach it. */}
      <div className="hidden" aria-hidden>
        <label htmlFor={website.id}>Website</label>
        <input
          id={website.id}
          tabIndex={-1}
          autoComplete="off"
          value={website.value}
          onChange={(event) => website.onValue(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" busy={busy} busyText="Sending your message">
          Send message
        </Button>
      </div>
    </SendForm>
  );
}

import { balanceRules, cartRules, policies } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { businessCalendar, shop } from '#contract/shop.ts';
import { useLoaderData } from 'react-router';
import { pageMeta } from '#web/page-meta.ts';
import { Bullets, LegalFrame } from './legal-frame.tsx';

export function loader() {
  const { cutOffHour, timeZone } = businessCalendar;
  return {
    policies,
    days: cartRules.paymentLinkTtlHours / 24,
    unpaid: cartRules.unpaidOrdersMax,
    largest: formatPrice(cartRules.maxOrderCents),
    deposit: `${formatPrice(balanceRules.minCents)} to ${formatPrice(balanceRules.maxCents)}`,
    ceiling: formatPrice(balanceRules.ceilingCents),
    cutOff: `${cutOffHour}:00, ${timeZone.replaceAll('_', ' ')} time`,
  };
}

export const meta = () =>
  pageMeta({
    title: 'Terms of service',
    description:
      'What you can expect from us and we from you: prices, delivery dates, revisions, refunds and rights.',
    isPublic: true,
  });

export default function TermsOfServicePage() {
  const { policies: rules, days, unpaid, largest, deposit, ceiling, cutOff } = useLoaderData<typeof loader>();
  return (
    <LegalFrame
      title="Terms of service"
      lead={`What you can expect from ${shop.name}, and what we expect from you. In plain words, because we mean them.`}
      changed="November 20, 2026"
      sections={[
        {
          id: 'who',
          title: 'Who you deal with',
          body: (
            <>
              <p>
                {shop.legalName} runs this shop. You reach us at{' '}
                <a className="link" href={`mailto:${shop.supportEmail}`}>
                  {shop.supportEmail}
                </a>
                . We sell writing and editing services to businesses and to people.
              </p>
              <p>
                You need an account to order. Keep your password to yourself: what is ordered with it counts
                as ordered by you.
              </p>
            </>
          ),
        },
        {
          id: 'prices',
          title: 'Prices and orders',
          body: (
            <>
              <p>
                Prices are in {shop.currency.name} and final: nothing is added at payment. The price of an
                order is the one our server computes from the price list when you place it. If it differs from
                what you saw, the order is not taken and you are told the new price.
              </p>
              <Bullets
                items={[
                  `An order can be up to ${largest}, and you can have up to ${unpaid} unpaid orders at a time.`,
                  `Your order waits ${days} days for its payment. Then it lapses, and nobody owes anything.`,
                  'The brief you send is part of the order. We write from it and invent no facts.',
                ]}
              />
            </>
          ),
        },
        {
          id: 'payment',
          title: 'Payment',
          body: (
            <>
              <p>
                You pay through a payment link: by card on the page of our payment provider, from your
                balance, or with both. We never see your card number. An order counts as paid when the
                provider confirms the money to us, not when a page says so.
              </p>
              <p>
                Money that arrives late, twice, or as a wrong amount is never lost: it is kept on your balance
                with us, and a letter tells you. Write to us to have it used for an order or sent back the way
                it came.
              </p>
            </>
          ),
        },
        {
          id: 'balance',
          title: 'Your balance',
          body: (
            <Bullets
              items={[
                `You can add ${deposit} at a time, and hold up to ${ceiling}. It counts when the payment provider confirms it.`,
                'It pays orders here, wholly or in part, and never expires. Every movement stands in your statement.',
                'What a payment under way needs is held, and comes back by itself when the payment is not finished.',
                'Money you have not spent goes back to the card it came from, without a fee, if you ask within 180 days of adding it.',
                'It cannot be sent to other people, paid out as cash, or used elsewhere.',
              ]}
            />
          ),
        },
        {
          id: 'delivery',
          title: 'Delivery',
          body: (
            <>
              <p>{rules.clock}</p>
              <p>
                The date is counted in business days, Monday to Friday without our holidays. A payment after{' '}
                {cutOff}, on a weekend or on a holiday counts as made on the next business day. You see the
                date before you pay, and again in your order.
              </p>
              <p>
                {rules.late} The surcharge comes back to your balance, or to your card where the balance is at{' '}
                {ceiling}.
              </p>
            </>
          ),
        },
        {
          id: 'revisions',
          title: 'Revisions',
          body: (
            <p>
              Each service says how many rounds of changes are included; you can buy one more. A round keeps
              to the brief you ordered: wording, tone, emphasis, facts. A new direction is a new order. Ask
              within {rules.revisionWindowDays} days of delivery; after that the work counts as completed.
            </p>
          ),
        },
        {
          id: 'refunds',
          title: 'Cancelling and refunds',
          body: (
            <>
              <p>{rules.cancel}</p>
              <p>{rules.guarantee}</p>
              <p>
                While an order is unpaid, or paid and not begun, you cancel it yourself in your orders; the
                price goes back to your balance, and what would take the balance above {ceiling} to the card
                that paid. For everything else write to us with your order number. A refund goes back the way
                the payment came, or to your balance, up to {ceiling}, if you prefer.
              </p>
            </>
          ),
        },
        {
          id: 'withdrawal',
          title: 'Right of withdrawal (EU and UK consumers)',
          body: (
            <>
              <p>{rules.withdrawalNote}</p>
              <p>
                To withdraw, tell us so in any clear words, for example by email to {shop.supportEmail}, with
                your order number.
              </p>
            </>
          ),
        },
        {
          id: 'rights',
          title: 'Who owns the work',
          body: (
            <>
              <p>{rules.rights}</p>
              <p>
                What you send us stays yours. You tell us that you may use it and let us work with it for your
                order.
              </p>
            </>
          ),
        },
        {
          id: 'limits',
          title: 'What we do not write, and what we cannot promise',
          body: (
            <>
              <p>
                We refuse, and refund, orders for texts that are unlawful, deceive readers, attack people for
                who they are, or pass off invented reviews as real.
              </p>
              <p>
                We promise careful work by the date shown. We cannot promise sales, rankings or reach. We
                check that a text says what your brief says; whether your claims are true and lawful where you
                use them is for you to check. Nothing here limits rights the law gives you, or our liability
                where the law does not allow it to be limited.
              </p>
            </>
          ),
        },
        {
          id: 'changes',
          title: 'Changes and disagreements',
          body: (
            <>
              <p>
                For an order, the terms count that stood here when you placed it. Later versions never change
                an earlier order.
              </p>
              <p>
                If you are unhappy, write to us first: a person reads it and answers within {shop.answerTime}.
              </p>
            </>
          ),
        },
      ]}
    />
  );
}

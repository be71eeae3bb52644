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
      lead={`What you can expect from ${shop.name}, and what we expect from you. In plain English.`}
      changed="November 22, 2026"
      sections={[
        {
          id: 'who',
          title: 'About us',
          body: (
            <>
              <p>
                {shop.legalName} runs this shop. You can reach us at{' '}
                <a className="link" href={`mailto:${shop.supportEmail}`}>
                  {shop.supportEmail}
                </a>
                . We sell writing and editing services to businesses and individuals.
              </p>
              <p>
                You need an account to order. Keep your password to yourself: you’re responsible for orders
                placed with it.
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
                Prices are in {shop.currency.name} and final: nothing is added at payment. When you place an
                order, we calculate its price from the price list. If that differs from the price you saw, we
                don’t take the order and show you the new price.
              </p>
              <Bullets
                items={[
                  `An order can be up to ${largest}, and you can have up to ${unpaid} unpaid orders at a time.`,
                  `You have ${days} days to pay. After that the order expires and you owe nothing.`,
                  'Your brief is part of the order. We write from it and don’t invent facts.',
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
                balance, or with both. We never see your card number. An order is paid once the provider
                confirms the payment to us.
              </p>
              <p>
                If a payment arrives late, twice or in the wrong amount, you don’t lose it: we keep it on your
                balance and email you. Contact us to use it for an order or to have it sent back the way it
                came.
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
                `You can add ${deposit} at a time, and hold up to ${ceiling}. It’s credited once the payment provider confirms it.`,
                'You can use it to pay for all or part of an order. It never expires. Every transaction appears in your statement.',
                'While a payment is pending, we reserve the amount it needs, and release it automatically if you don’t complete the payment.',
                'If you ask within 180 days of adding it, we return unspent money to the card it came from, without a fee.',
                'You can’t send it to other people, withdraw it as cash or use it elsewhere.',
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
                We count business days: Monday to Friday, excluding our holidays. A payment after {cutOff}, on
                a weekend or on a holiday counts as made on the next business day. You see the delivery date
                before you pay, and again in your order.
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
              Each service says how many revision rounds are included; you can buy one more. A revision round
              is one set of changes within your brief: wording, tone, emphasis, facts. A change of direction
              is a new order. Ask within {rules.revisionWindowDays} days of delivery; after that the order
              counts as completed.
            </p>
          ),
        },
        {
          id: 'refunds',
          title: 'Canceling and refunds',
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
                To withdraw, tell us clearly, for example by email to {shop.supportEmail}, and include your
                order number.
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
                What you send us stays yours. You confirm that you have the right to use it, and you let us
                work with it for your order.
              </p>
            </>
          ),
        },
        {
          id: 'limits',
          title: 'What we don’t write and can’t promise',
          body: (
            <>
              <p>
                We refuse and refund orders for copy that is unlawful, deceives readers, attacks people for
                who they are, or passes off invented reviews as real.
              </p>
              <p>
                We promise careful work by the date shown. We can’t promise sales, rankings or reach. We check
                that the copy matches your brief; it’s up to you to check that your claims are true, and
                lawful where you use them. Nothing here limits the rights the law gives you, or our liability
                where the law doesn’t allow it to be limited.
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
                The terms in force when you placed an order apply to it. Later versions never change an
                earlier order.
              </p>
              <p>
                If something is wrong, contact us first: a real person will reply within {shop.answerTime}.
              </p>
            </>
          ),
        },
      ]}
    />
  );
}

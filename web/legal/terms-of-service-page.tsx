import { depositRefundDays } from '#contract/storefront/balance.ts';
import { holidaysId, holidayWords } from '#contract/storefront/holiday-words.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { sellerLines } from '#contract/seller.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop } from '#contract/shop.ts';
import { useLoaderData } from 'react-router';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { cutOffTime } from '#web/products/product-labels.ts';
import { Bullets, LegalFrame } from './legal-frame.tsx';

export function loader() {
  const { balance, rules, policies } = builtInCatalogue;
  return {
    rules: policies,
    days: rules.paymentLinkTtlHours / 24,
    unpaid: rules.unpaidOrdersMax,
    largest: formatPrice(rules.cart.maxOrderCents),
    deposit: `${formatPrice(balance.deposit.minCents)} to ${formatPrice(balance.deposit.maxCents)}`,
    ceiling: formatPrice(balance.ceilingCents),
    refundDays: depositRefundDays,
    cutOff: cutOffTime(businessCalendar),
  };
}

export const meta = () =>
  pageMeta({
    title: 'Terms of service',
    description:
      'What you can expect from us, and what we expect from you: prices, delivery dates, revisions, refunds and rights.',
    isPublic: true,
  });

/** The server replaces this paragraph when the desk has changed the holidays (server/http/show-holidays.ts). */
function Holidays() {
  // renders again when the holidays have been read
  useMinuteClock();
  return (
    <p id={holidaysId} suppressHydrationWarning>
      {holidayWords(businessCalendar)}
    </p>
  );
}

type Facts = ReturnType<typeof loader>;

function AboutUs() {
  return (
    <>
      <p>
        {[shop.legalName, ...sellerLines].join(', ')}, runs this shop. You can reach us at{' '}
        <a className="link" href={`mailto:${shop.supportEmail}`}>
          {shop.supportEmail}
        </a>
        . We sell writing and editing services to businesses and individuals.
      </p>
      <p>
        You need an account to order. Keep your password to yourself: you’re responsible for orders placed
        with it.
      </p>
    </>
  );
}

function PricesAndOrders({ days, unpaid, largest }: Facts) {
  return (
    <>
      <p>
        Prices are in {shop.currency.name} and final: nothing is added at checkout. Our server calculates the
        price of an order from the price list when you place it. If that price differs from what you saw, we
        don’t take the order; we show you the new price instead.
      </p>
      <Bullets
        items={[
          `An order can be up to ${largest}, and you can have up to ${unpaid} unpaid orders at a time.`,
          `You have ${days} days to pay. After that, the order expires and you owe nothing.`,
          'The brief you send is part of the order. We write from it and don’t invent facts.',
        ]}
      />
    </>
  );
}

function Payment() {
  return (
    <>
      <p>
        You pay through a payment link: online on our payment provider’s page, from your balance, or both. We
        never see your card number. An order is paid once the provider confirms your online payment; a payment
        from your balance counts right away.
      </p>
      <p>
        If you pay late, twice or the wrong amount, nothing is lost: we add the money to your balance and
        email you. You can use it right away, or contact us for a refund to your original payment method.
      </p>
    </>
  );
}

function Balance({ deposit, ceiling, refundDays }: Facts) {
  return (
    <Bullets
      items={[
        `You can add ${deposit} at a time, as long as that doesn’t take your balance above ${ceiling}. Refunds, credits from us, and late, double or wrong payments can take your balance above that limit. We add the money when the payment provider confirms your payment.`,
        'You can pay for orders from your balance, in full or in part. Your balance never expires. Every transaction appears in your statement.',
        'We reserve what a pending payment needs, and release it automatically if the payment isn’t completed.',
        `If you ask within ${refundDays} days of adding funds, we refund the unspent part to your original payment method. There’s no fee.`,
        'Your balance can’t be sent to other people, paid out as cash or used elsewhere.',
      ]}
    />
  );
}

function Delivery({ rules, ceiling, cutOff }: Facts) {
  return (
    <>
      <p>
        {rules.clock} Automatic work starts right after you pay, and our team starts by the next business day.
      </p>
      <p>
        We count business days, Monday through Friday, excluding our holidays. For the delivery date, a
        payment after {cutOff}, on a weekend or on a holiday counts as made on the next business day. You see
        the date before you pay, and again in your order.
      </p>
      <Holidays />
      <p>
        {rules.late} We refund the surcharge to your balance, or to your original payment method if you paid
        online and your balance would go above {ceiling}.
      </p>
    </>
  );
}

function Revisions({ rules, cutOff }: Facts) {
  return (
    <p>
      Each order form says how many revision rounds are included, and whether you can buy one more. A revision
      stays within your original brief: wording, tone, emphasis or facts. A change of direction needs a new
      order. You have at least {rules.revisionWindowDays} days after delivery to request a revision. This
      period always ends at {cutOff} on a business day. You can extend the review period of each version once,
      by {rules.reviewExtensionDays} days. Your order shows the exact time. After that, or once you accept the
      work, the order is complete.
    </p>
  );
}

function CancelingAndRefunds({ rules, ceiling }: Facts) {
  return (
    <>
      <p>{rules.cancel}</p>
      <p>{rules.guarantee} This applies to work that includes revisions.</p>
      <p>
        If an automatic report or hashtag set doesn’t help you, tell us within 14 days of its delivery and
        we’ll refund its price in full.
      </p>
      <p>
        Until we start work on an order, you can cancel it yourself under “Your orders.” You can also cancel
        it there if we’re late, as described under “Delivery,” as long as nothing in the order has been
        delivered. You can’t cancel while a payment for the order is being processed or disputed. If part of
        an order has been delivered and the rest is late, contact us, and we’ll refund the late part. For
        everything else, contact us with your order number. When an order is canceled, the money goes back to
        your original payment method, or to your balance if you choose that. Money that came from your balance
        always goes back to your balance. If you choose the balance for money you paid online, anything that
        would take your balance above {ceiling} goes to your original payment method.
      </p>
    </>
  );
}

function RightOfWithdrawal({ rules }: Facts) {
  return (
    <>
      <p>{rules.withdrawalNote}</p>
      <p>
        To cancel under this right, just tell us, for example by email to {shop.supportEmail}, with your order
        number.
      </p>
    </>
  );
}

function WhoOwnsTheWork({ rules }: Facts) {
  return (
    <>
      <p>{rules.rights}</p>
      <p>
        What you send us stays yours. You confirm that you’re allowed to use it, and you let us work with it
        for your order.
      </p>
    </>
  );
}

function Limits() {
  return (
    <>
      <p>
        We refuse, and refund, orders for copy that is unlawful, deceives readers, attacks people for who they
        are, or passes off invented reviews as real.
      </p>
      <p>
        We promise careful work by the date shown. We can’t promise sales, rankings or reach. We check that
        the copy says what your brief says; you check that your claims are true and lawful where you use them.
        These terms don’t limit the rights the law gives you. They also don’t limit our liability where the
        law doesn’t allow us to limit it.
      </p>
    </>
  );
}

function Changes() {
  return (
    <>
      <p>
        The terms in force when you placed an order apply to it. Later versions never change an earlier order.
      </p>
      <p>If something’s wrong, contact us first. A real person will reply within {shop.answerTime}.</p>
    </>
  );
}

export default function TermsOfServicePage() {
  const facts = useLoaderData<typeof loader>();
  return (
    <LegalFrame
      title="Terms of service"
      lead={`What you can expect from ${shop.name} and what we expect from you, in plain English.`}
      changed="November 30, 2026"
      sections={[
        { id: 'who', title: 'About us', body: <AboutUs /> },
        { id: 'prices', title: 'Prices and orders', body: <PricesAndOrders {...facts} /> },
        { id: 'payment', title: 'Payment', body: <Payment /> },
        { id: 'balance', title: 'Your balance', body: <Balance {...facts} /> },
        { id: 'delivery', title: 'Delivery', body: <Delivery {...facts} /> },
        { id: 'revisions', title: 'Revisions', body: <Revisions {...facts} /> },
        { id: 'refunds', title: 'Canceling and refunds', body: <CancelingAndRefunds {...facts} /> },
        {
          id: 'withdrawal',
          title: 'Right of withdrawal (EU and UK consumers)',
          body: <RightOfWithdrawal {...facts} />,
        },
        { id: 'rights', title: 'Who owns the work', body: <WhoOwnsTheWork {...facts} /> },
        { id: 'limits', title: 'What we don’t write, and what we can’t promise', body: <Limits /> },
        { id: 'changes', title: 'Changes and disagreements', body: <Changes /> },
      ]}
    />
  );
}

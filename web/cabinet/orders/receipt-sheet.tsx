import { Download, Printer } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { addressLines } from '#contract/storefront/address-lines.ts';
import { formatPaperDate } from '#contract/deadline.ts';
import { byClient, lineName, lineNameParts, mixedName, readyWords } from '#contract/storefront/line-name.ts';
import { promisedDelivery } from '#contract/storefront/promised-delivery.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { sellerLines, taxWords } from '#contract/seller.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { shop } from '#contract/shop.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { fetchFile } from '#web/api/fetch-file.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { NamedText } from '#ui/named-text.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { saveFile } from '#ui/save-file.ts';
import { Icon } from '#ui/icon.tsx';

const paperDate = (instant: string) => formatPaperDate(new Date(instant), businessCalendar);

/** The receipt of a paid order to read, print and save. */
export function ReceiptSheet({ number }: { number: string }) {
  const [order, setOrder] = useState<Order>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  const { busy, run } = useBusy();

  useEffect(() => {
    const leaving = new AbortController();
    setFailure(undefined);
    callApi('showOrder', { params: { number }, signal: leaving.signal }).then(setOrder, (error: unknown) => {
      if (leaving.signal.aborted) return;
      const isUnknown = error instanceof ApiError && error.status === 404;
      setFailure(isUnknown ? `We can’t find order ${number} in your account.` : failureMessage(error));
    });
    return () => leaving.abort();
  }, [number, tries]);

  const download = async () => saveFile(await fetchFile('showReceipt', { params: { number } }));

  if (failure !== undefined)
    return (
      <Notice kind="error" role="alert" title={failure}>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button look="quiet" small onClick={() => setTries(tries + 1)}>
            Try again
          </Button>
          <ButtonLink look="quiet" small to="/cabinet/history">
            See your orders
          </ButtonLink>
        </div>
      </Notice>
    );
  if (!order) return <Skeleton lines={8} label="Loading the receipt" />;
  const back = `/cabinet/history?order=${encodeURIComponent(order.number)}`;
  if (order.payment.paidAt === null)
    return (
      <Notice kind="warning" role="status" title="This order has no receipt because it hasn’t been paid.">
        <ButtonLink look="quiet" small className="mt-3" to={back}>
          See the order
        </ButtonLink>
      </Notice>
    );
  return (
    <div className="grid grid-cols-[minmax(0,42rem)] items-start gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,42rem)_auto] print:block">
      <div className="flex flex-wrap gap-3 lg:order-last lg:w-56 lg:flex-col print:hidden">
        <Button small busy={busy} busyText="Preparing" onClick={() => void run(download)}>
          <Icon of={Download} size={18} /> Download PDF
        </Button>
        <Button small look="quiet" onClick={() => window.print()}>
          <Icon of={Printer} size={18} /> Print
        </Button>
        <ButtonLink small look="quiet" to={back}>
          Back to the order
        </ButtonLink>
      </div>
      <Paper order={order} paidAt={order.payment.paidAt} />
    </div>
  );
}

function Paper({ order, paidAt }: { order: Order; paidAt: string }) {
  const { number, billing, currency, lines } = order;
  const mixed = mixedName(lines);
  const ready = readyWords(lines);
  const rows: [string, string][] = [
    ['Order', number],
    ['Ordered', paperDate(order.createdAt)],
    ['Paid', paperDate(paidAt)],
  ];
  return (
    <div className="rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6 sm:p-8 print:border-x-0 print:border-b-0 print:px-0">
      <p className="font-semibold">{shop.legalName}</p>
      {[...sellerLines, shop.supportEmail].map((line) => (
        <p key={line} className="text-muted">
          {line}
        </p>
      ))}
      <dl className="figures mt-6">
        {rows.map(([what, value]) => (
          <Row key={what} what={what} value={value === number ? <bdi translate="no">{number}</bdi> : value} />
        ))}
      </dl>
      <h2 className="mt-6 mb-1 text-h3">Billed to</h2>
      <address translate="no" className="not-italic break-words" dir="auto">
        {addressLines(billing).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {billing.reference && (
        <>
          <h2 className="mt-6 mb-1 text-h3">Your reference</h2>
          <p dir="auto" translate="no" className="break-words">
            {billing.reference}
          </p>
        </>
      )}
      {mixed !== '' && (
        <p className="mt-6">
          {mixed}
          {ready !== '' && <span className="text-muted print:hidden"> · {ready}</span>}
        </p>
      )}
      {byClient(lines).map((line) => (
        <section
          key={line.position}
          aria-label={lineName(line, lines)}
          className="mt-6 break-inside-avoid border-t border-hairline pt-4"
        >
          <h2 className="text-h3 break-words">
            <NamedText of={lineNameParts(line, lines)} />
          </h2>
          {promisedDelivery(line) !== '' && <p className="figures text-muted">{promisedDelivery(line)}</p>}
          <dl className="figures mt-1">
            {line.parts.map(({ key, label, amount }) => (
              <Row key={key} what={label} value={formatMoney(amount, currency)} />
            ))}
          </dl>
        </section>
      ))}
      <dl className="figures mt-6 break-inside-avoid border-t-2 border-ink pt-3">
        <Row what="Tax" value={taxWords} />
        <div className="flex justify-between gap-4 font-display text-[1.375rem]">
          <dt className="font-[650]">Total</dt>
          <dd>{formatMoney(order.amount, currency)}</dd>
        </div>
        <PaymentBreakdown order={order} formatDate={paperDate} />
      </dl>
    </div>
  );
}

const Row = ({ what, value }: { what: string; value: ReactNode }) => (
  <div className="flex justify-between gap-4 py-1">
    <dt className="font-normal">{what}</dt>
    <dd>{value}</dd>
  </div>
);

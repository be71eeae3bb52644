import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';
import * as z from 'zod/mini';
import {
  customerBounds,
  type DeskOrder,
  type Refundable,
  refundBody,
  type RefundWay,
  refundWays,
} from '#contract/desk/orders.ts';
import type { Me } from '#contract/desk/staff.ts';
import { decimalAmount, formatMoney } from '#contract/money.ts';
import { amountProblem, parseAmount } from '#contract/parse-amount.ts';
import { Button } from '#ui/button.tsx';
import { CardChoice } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useRequestId } from './use-request-id.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { askedMessage, isAbove, limitLeftWords } from '#desk/frame/limit-words.ts';
import { NoteField } from '#desk/frame/note-field.tsx';

type RefundForm = { amount: string; way: RefundWay; reason: string; note: string };
/** The typed amount is in units of the currency, such as dollars. */
const typedBody = z.strictObject({
  amount: z.string().check(
    z.refine((typed) => parseAmount(typed.trim()) !== undefined, {
      error: amountProblem(),
    }),
  ),
  way: refundBody.shape.way,
  reason: refundBody.shape.reason,
  note: refundBody.shape.note,
});

/** The ways that have money, cards first when a card paid. */
const waysOf = ({ ways, toCard }: Refundable): RefundWay[] =>
  refundWays.filter((way) => ways[way] > 0 && (way !== 'card' || toCard > 0));

/** `lines`: the order's lines, where they are known, so that one line's price can be chosen. */
type Props = {
  order: Pick<DeskOrder, 'number'> & { lines?: DeskOrder['lines'] };
  onClose: () => void;
  again: () => Promise<void>;
};

const kindOf = (number: string) => (number.startsWith('D-') ? 'deposit' : 'order');

/** Refunds a part of an order or a deposit. */
export function RefundDialog(props: Props) {
  const { number } = props.order;
  const refundable = useQuery({
    queryKey: ['refundable', number],
    queryFn: ({ signal }) => callDesk('showRefundable', { params: { number }, signal }),
    staleTime: 0,
    gcTime: 0,
    // a refetch must not change the amounts that the person saw, which the server compares; a rejection reloads them
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title={`Refund ${kindOf(number)} ${number}`} onClose={props.onClose} isSentByKey isWide>
      <Awaited query={refundable}>
        {(found) =>
          found.whyNot !== null ? (
            <>
              <p>{found.whyNot}</p>
              <Button look="quiet" className="self-start" onClick={props.onClose}>
                Close
              </Button>
            </>
          ) : (
            <RefundForm {...props} refundable={found} />
          )
        }
      </Awaited>
    </Dialog>
  );
}

function RefundForm({ order, onClose, again, refundable }: Props & { refundable: Refundable }) {
  const { number, lines = [] } = order;
  const isDeposit = kindOf(number) === 'deposit';
  const { ways, currency, guarantee, hasOpenWork } = refundable;
  const { id: me } = useOutletContext<Me>();
  const client = useQueryClient();
  const name = `refund-${me}-${number}`;
  const sendWithId = useRequestId(name);
  const offered = waysOf(refundable);
  const [initial] = useState<RefundForm>(() => ({ amount: '', way: offered[0]!, reason: '', note: '' }));
  const { busy, field, form, set, latest, errorAt } = useSendForm({
    name,
    initial,
    schema: typedBody,
    fields: ['amount', 'way', 'reason', 'note'],
    keeps: true,
    async send({ amount, ...typed }) {
      const body = {
        ...typed,
        amount: Number(parseAmount(amount.trim())),
        seen: ways[typed.way],
      };
      try {
        const { approval } = await sendWithId((requestId) =>
          withProof(() => callDesk('refundDeskOrder', { params: { number }, body: { ...body, requestId } })),
        );
        const money = formatMoney(body.amount, currency);
        notify({
          message:
            approval === null
              ? // a card takes days
                `${body.way === 'balance' ? `${money} was refunded` : `The refund of ${money} is in progress`}. The customer will get an email.`
              : askedMessage,
        });
      } catch (error) {
        // shows the amounts that the refusal is about; without a network there is nothing to wait for
        void client.invalidateQueries({ queryKey: ['refundable', number] });
        throw error;
      }
      onClose();
      await again();
    },
  });
  // the dialog opens before its amounts are known, and has the focus until then
  const amountField = field('amount');
  useEffect(() => document.getElementById(amountField.id)?.focus(), [amountField.id]);
  const { way, amount } = latest.current;
  const most = ways[way];
  const asks = isAbove(amount, refundable);
  const choices = [
    { label: `Maximum, ${formatMoney(most, currency)}`, value: most },
    ...(lines.length < 2
      ? []
      : lines
          .filter((line) => line.amount < most)
          .map((line) => ({
            label: `Line ${line.position}, ${formatMoney(line.amount, currency)}`,
            value: line.amount,
          }))),
  ];
  return (
    <SendForm form={form} className="gap-4">
      {guarantee && (
        <p className="text-muted">
          The first revision was delivered {formatTime(guarantee.revisedAt)}. Our guarantee: “
          {guarantee.words}”
        </p>
      )}
      {hasOpenWork && <p>Work on this order isn’t finished, and a refund doesn’t stop it.</p>}
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-col gap-2">
            <TextField
              {...amountField}
              label={`Amount (${currency.toUpperCase()})`}
              hint={limitLeftWords('refund', refundable, { most, currency })}
              inputMode="decimal"
              autoComplete="off"
            />
            <div className="flex flex-wrap gap-2">
              {choices.map(({ label, value }) => (
                <Button
                  key={label}
                  look="quiet"
                  small
                  aria-pressed={parseAmount(amount.trim()) === BigInt(value)}
                  onClick={() => set({ amount: decimalAmount(value) })}
                >
                  {label}
                </Button>
              ))}
            </div>
          </div>
          <fieldset aria-describedby={errorAt('way') ? 'refund-way-error' : undefined}>
            <legend className="mb-2 font-semibold">Refund method</legend>
            <div className="flex flex-col gap-2">
              {offered.map((one, index) => (
                <CardChoice
                  key={one}
                  id={index === 0 ? `refund-${me}-${number}-way` : undefined}
                  type="radio"
                  name="way"
                  value={one}
                  checked={way === one}
                  onChecked={() => set({ way: one })}
                  title={wayLabels[one]}
                  hint={wayHint(one, refundable, isDeposit)}
                />
              ))}
            </div>
          </fieldset>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <TextArea
            {...field('reason')}
            label="Reason"
            hint={
              isDeposit
                ? 'The customer will see this reason in an email.'
                : 'The customer will see this reason in an email and in their order.'
            }
            max={customerBounds.reason.max}
          />
          <NoteField {...field('note')} />
        </div>
      </div>
      <p role="status" className="empty:hidden">
        {asks && 'Someone else has to approve this refund. Nothing is refunded until then.'}
      </p>
      <FormButtons busy={busy} busyText="Sending" onClose={onClose}>
        {asks ? 'Request approval' : 'Refund'}
      </FormButtons>
    </SendForm>
  );
}

const wayLabels: Record<RefundWay, string> = {
  card: 'To the original payment method',
  balance: 'To the customer’s balance',
  unspent: 'Unused part of the payment, to the original payment method',
};

function wayHint(way: RefundWay, { ways, toCard, currency }: Refundable, isDeposit: boolean): string {
  const upTo = `Up to ${formatMoney(ways[way], currency)}`;
  if (way === 'balance')
    return `${upTo}, right away. If the balance reaches its limit, the rest goes to the original payment method.`;
  if (way === 'unspent')
    return isDeposit
      ? `${upTo}, the unused part of this deposit. Refunds take 5 to 10 business days.`
      : `${upTo}, the part of the customer’s payment that this order didn’t use.`;
  return toCard < ways.card
    ? `${upTo}: ${formatMoney(toCard, currency)} to the original payment method in 5 to 10 business days, and the rest to the balance.`
    : `${upTo}, in 5 to 10 business days.`;
}

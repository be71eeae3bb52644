import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import type { ProductFormModel } from '#contract/catalogue/product-form-model.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { workTitle } from '#contract/catalogue/work-title.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Notice } from '#ui/notice.tsx';
import { withWords } from '#ui/order-form/field-words.ts';
import { quoteForm } from '#ui/order-form/quote.ts';
import { SelectField } from '#ui/select-field.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import {
  keepProposal,
  type Line,
  type ProposalDraft,
  readProposal,
  startLine,
  toLines,
} from './kept-proposal.ts';
import { ProposedLine } from './proposed-line.tsx';
import { useRequestId } from './use-request-id.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const choiceId = 'proposed-product';

const listFormat = new Intl.ListFormat('en-US');

/** What the reply says about the link; the person can change it before it is sent. */
const replyWith = (url: string, expiresAt: string, lines: readonly Line[]): string =>
  `We’ve put together an order for you: ${listFormat.format(lines.map(titleOf))}. This link adds it to your cart, where you’ll see the price and delivery date:
${url}

You can change the order there. Nothing is ordered until you agree to our terms and pay. The link works until ${formatDay(operatorsDay(new Date(expiresAt), businessCalendar))}.`;

const titleOf = ({ product, details }: Line): string => workTitle(product, details.quantity);

type Props = {
  /** The number of the order, or of the contact form's ticket. */
  number: string;
  /** Gets the text with the link. */
  onMade: (text: string) => void;
  onClose: () => void;
};

/** Makes a proposal: chooses products and fills in their briefs. The typed text stays until the link was made. */
export function ProposeDialog(props: Props) {
  const products = useQuery({
    queryKey: ['products'],
    queryFn: ({ signal }) => callDesk('listProducts', { signal }),
  });
  return (
    <Dialog title="Propose an order" onClose={props.onClose} isSentByKey isWide>
      <p>
        Fill out the form that customers see. The customer gets a link that adds the order to their cart. In
        the cart, they see the current price and delivery date, agree to the terms and pay. You can’t agree
        for them or set a price.
      </p>
      <Awaited query={products}>
        {(found) => (
          <Proposal
            {...props}
            products={found.products.map((product) => ({
              ...product,
              fields: product.fields.map(withWords),
            }))}
          />
        )}
      </Awaited>
    </Dialog>
  );
}

function Proposal({ number, onMade, onClose, products }: Props & { products: readonly ProductFormModel[] }) {
  const { id: me } = useOutletContext<Me>();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => readProposal(me, number, products));
  const [failure, setFailure] = useState<string>();
  const { busy, begin, end } = useOneAtATime();
  const sendWithId = useRequestId(`proposal-${me}-${number}`);
  const { lines, current } = draft;
  const keep = (next: ProposalDraft) => {
    setDraft(next);
    keepProposal(me, number, next);
    setFailure(undefined);
  };

  /** Makes the link. @throws DeskError when it is rejected */
  const send = async (proposed: readonly Line[]) => {
    const made = await sendWithId((requestId) =>
      callDesk('makeProposal', { params: { number }, body: { requestId, lines: toLines(proposed) } }),
    ).finally(() => void client.invalidateQueries({ queryKey: ['proposals', number] }));
    keepProposal(me, number, { lines: [], current: undefined });
    onClose();
    onMade(replyWith(made.url, made.expiresAt, proposed));
    notify({ message: 'The link is in your message. Send the message to the customer.' });
  };
  const sendComplete = async () => {
    if (!begin()) return;
    try {
      await send(lines);
    } catch (error) {
      setFailure(failureMessage(error));
      end();
    }
  };
  const choose = (orderType: string) => {
    const product = products.find((one) => String(one.orderType) === orderType);
    keep({ lines, current: product && startLine(product, current ?? lines.at(-1)) });
  };

  return (
    <div className="flex flex-col gap-6">
      {lines.length > 0 && (
        <Complete
          lines={lines}
          onRemove={(index) => {
            keep({ lines: lines.toSpliced(index, 1), current });
            focusSoon(choiceId);
          }}
        />
      )}
      <SelectField
        id={choiceId}
        label={lines.length === 0 ? 'Service or bundle' : 'Another service or bundle'}
        optional={lines.length > 0}
        emptyLabel={lines.length === 0 ? 'Choose one' : 'None'}
        options={products.map(({ orderType, title }) => ({ value: String(orderType), label: title }))}
        value={current ? String(current.product.orderType) : ''}
        onValue={choose}
      />
      {current ? (
        <ProposedLine
          key={current.product.orderType}
          start={current}
          before={lines}
          onChange={(line) => keep({ lines, current: line })}
          onAdd={(line) => {
            keep({ lines: [...lines, line], current: undefined });
            focusSoon(choiceId);
          }}
          onSend={(line) => send([...lines, line])}
          onClose={onClose}
        />
      ) : (
        <>
          {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
          <div className="flex flex-wrap gap-3">
            {lines.length > 0 && (
              <Button busy={busy} busyText="Creating" onClick={() => void sendComplete()}>
                Create the link
              </Button>
            )}
            <Button look="quiet" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Complete({ lines, onRemove }: { lines: readonly Line[]; onRemove: (index: number) => void }) {
  return (
    <section aria-labelledby="proposed-lines">
      <h3 id="proposed-lines" className="mb-2">
        In this proposal
      </h3>
      <ul className="border-t border-hairline">
        {lines.map((line, index) => (
          // the list changes only here, and two lines can be equal
          <li key={index} className="flex flex-wrap items-center gap-x-4 border-b border-hairline py-2">
            <span className="min-w-0 flex-1 font-semibold">
              {titleOf(line)}
              {line.details.brief['brandName'] && (
                <span className="font-normal text-muted">
                  {' '}
                  for <bdi>{String(line.details.brief['brandName'])}</bdi>
                </span>
              )}
            </span>
            <span className="figures">{formatMoney(quoteForm(line.product, line.details)?.amount ?? 0)}</span>
            <Button look="quiet" small aria-label={`Remove ${titleOf(line)}`} onClick={() => onRemove(index)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useCallback } from 'react';
import { messageBody } from '#contract/storefront/work-bodies.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { shop } from '#contract/shop.ts';
import { notify } from '#ui/snackbar.tsx';
import { callApi } from '#web/api/call-api.ts';
import { Conversation, sendOnce, useMessages, useSendKeys } from '#web/cabinet/messages/conversation.tsx';
import { MessageForm } from '#web/cabinet/messages/message-form.tsx';
import { isUnderWay } from './next-step.ts';

/** The messages about an order, oldest first, and a form for a new one. */
export function OrderMessages({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const { number, messages: count } = order;
  const load = useCallback(
    (query: Record<string, string>, signal?: AbortSignal) =>
      callApi('listMessages', { params: { number }, query, ...(signal ? { signal } : {}) }),
    [number],
  );
  const conversation = useMessages(count > 0 ? load : undefined, count);
  const form = `message-${number}`;
  const send = async (text: string, files: string[]) => {
    await sendOnce(form, [text, ...files].join('\n'), (idempotencyKey) =>
      callApi('sendMessage', { params: { number }, body: { text, files }, idempotencyKey }),
    );
    notify({ message: `Sent. We’ll reply within ${shop.answerTime}.` });
    await onChanged();
  };
  const heading = messagesId(number);
  const section = useSendKeys();
  return (
    <section ref={section} aria-labelledby={heading} className="border-t border-hairline pt-6 print:hidden">
      <h2 id={heading} tabIndex={-1} className="mb-4 scroll-mt-6 text-h3 tracking-[-0.012em]">
        Messages
      </h2>
      {count > 0 && <Conversation conversation={conversation} />}
      <MessageForm
        name={form}
        label="Your message"
        fold={{ summary: 'Write to us about this order', isOpen: count > 0 }}
        hint={hintFor(order)}
        schema={messageBody}
        button="Send message"
        busyText="Sending"
        takesFiles
        onSend={send}
      />
    </section>
  );
}

/** The heading's id: links in emails lead to it. */
export const messagesId = (number: string): string => `messages-${number}`;

function hintFor(order: Order): string {
  if (order.lines.some(({ work }) => work.question !== null))
    return 'To answer our question, use the field under the question. A message here doesn’t resume the delivery clock.';
  const soon = `We’ll reply within ${shop.answerTime}.`;
  return isUnderWay(order) ? `${soon} A message doesn’t change the delivery date.` : soon;
}

import { Link } from 'react-router';
import type { DeskOrderRow } from '#contract/desk/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { ListHeads } from '#desk/frame/list-heads.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { paymentWords, workWords } from './order-words.ts';

/** Orders, one per row; stacked on a phone. `names`: whether to show the customers. */
export const OrderList = ({
  orders,
  names = true,
  label,
}: {
  orders: readonly DeskOrderRow[];
  names?: boolean;
  label: string;
}) => (
  <div>
    <ListHeads
      row="order-link"
      names={[names ? 'Customer and services' : 'Services', 'Total', 'Status', 'Number']}
    />
    <ul aria-label={label} className="lines">
      {orders.map(
        ({ number, customer, title, lines, amount, currency, livemode, payment, work, createdAt }) => (
          <li key={number} className="line-row">
            <Link to={`/orders/${number}`} className="order-link">
              <span className="min-w-0">
                <span className="font-semibold">{names ? <bdi>{customer}</bdi> : title}</span>
                <span className="block text-muted">
                  {names && title}
                  {lines > 1 && `${names ? ' ' : ''}and ${lines - 1} more`}
                </span>
              </span>
              <span>
                <span className="figures font-semibold">{formatMoney(amount, currency)}</span>
                <TestMark livemode={livemode} />
              </span>
              <span>
                {paymentWords(payment)}
                <span className="block text-muted">{workWords(payment, work)}</span>
              </span>
              <span className="text-muted">
                <span className="whitespace-nowrap">{number}</span>
                <span className="block">{formatTime(createdAt)}</span>
              </span>
            </Link>
          </li>
        ),
      )}
    </ul>
  </div>
);

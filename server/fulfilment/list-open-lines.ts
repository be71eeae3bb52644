import type { WorkStatus } from '#contract/orders.ts';
import type { Database } from '#server/database/open-database.ts';
import { sql } from 'kysely';

/** A line that a person works on or waits for. `due`: its due date, or the open revision's; ISO date. */
export type OpenLine = {
  number: string;
  position: number;
  title: string;
  status: WorkStatus;
  due: string | null;
  isDisputed: boolean;
};

/** Open work of paid orders, most urgent first. */
export async function listOpenLines(db: Database['db'], limit: number): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select o.number, l.position, l.title, l.work_status as status, coalesce(l.revise_by, l.due_on)::text as due,
      p.disputed > 0 as "isDisputed"
    from order_line l join customer_order o on o.id = l.order_id join payment_link p on p.id = o.payment_link_id
    where l.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested')
    order by coalesce(l.revise_by, l.due_on), o.id, l.position limit ${limit}`.execute(db);
  return rows;
}

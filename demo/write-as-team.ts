import { second } from '#contract/durations.ts';
import type { Database } from '#server/database/open-database.ts';
import { answerCustomer } from '#server/desk/answer-customer.ts';
import { writeBuiltInRoles } from '#server/staff/roles.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { ClockedShop } from './open-clocked-shop.ts';

const nadia = { name: 'Nadia Brooks', publicName: 'Nadia', email: 'nadia@demo.example' };

/** Answers the customer's message about an order as a member of staff, who has no way to log in. */
export async function writeAsTeam(
  { db }: Pick<Database, 'db'>,
  shop: ClockedShop,
  number: string,
  text: string,
): Promise<void> {
  await writeBuiltInRoles(db);
  const { rows } = await sql<{ id: bigint }>`
    insert into staff (name, public_name, email, email_canonical, role, created_at)
    values (${nadia.name}, ${nadia.publicName}, ${nadia.email}, ${nadia.email}, 'support', ${shop.now()}) returning id`.execute(
    db,
  );
  const staffId = rows[0]!.id;
  const [sessionId, requestId] = [crypto.randomUUID(), crypto.randomUUID()];
  const caller: StaffCaller = {
    staffId,
    sessionId,
    permissions: ['ticket.answer'],
    limits: { refund: 0, adjust: 0 },
    freshUntil: shop.now(),
    by: { kind: 'staff', id: staffId, sessionId, requestId },
  };
  await answerCustomer({ db, clock: shop.now, jobs: shop.app.jobs }, caller, { number }, { text, seen: 1 });
  // leaves once its time to undo is over
  shop.pass(10 * second);
  await shop.app.jobs.drain();
}

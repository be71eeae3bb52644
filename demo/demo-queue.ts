import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { DemoCustomer } from './demo-customer.ts';
import type { DemoPlace, DemoTeam } from './demo-team.ts';
import type { ClockedShop } from './open-clocked-shop.ts';
import { queueChanges, queueCustomers, queueNotes, queueQuestions, queueWork } from './queue-work.ts';

/** Creates other customers' orders of the past days, one in each work status, for the desk's queue. */
export class DemoQueue {
  private readonly tomas: DemoCustomer;
  private readonly ines: DemoCustomer;
  private readonly priya: DemoCustomer;
  private readonly team: DemoTeam;
  constructor(shop: ClockedShop, team: DemoTeam) {
    const customer = ({ who, brand }: (typeof queueCustomers)[keyof typeof queueCustomers]) =>
      new DemoCustomer(shop, who, brand);
    this.tomas = customer(queueCustomers.tomas);
    this.ines = customer(queueCustomers.ines);
    this.priya = customer(queueCustomers.priya);
    this.team = team;
  }

  /** An order for slogans whose day comes before the demo ends. */
  async orderLateWork(): Promise<void> {
    const { tomas, team } = this;
    await tomas.register();
    await tomas.byCard(await tomas.order('late', [{ slug: 'slogans' }]));
    await team.assign('Nadia', late(tomas), 'Theo');
    await team.write('Theo', late(tomas), queueWork.kayakSlogans);
    await team.note('Nadia', late(tomas), queueNotes.kayaks);
  }

  /** Orders of five days ago: slogans that are delivered two days later, and posts with an open question. */
  async fiveDaysAgo(): Promise<void> {
    const { ines, priya, team } = this;
    await ines.register();
    await priya.register();
    await priya.byCard(await priya.order('changes', [{ slug: 'slogans', details: { variant: '5' } }]));
    await ines.byCard(await ines.order('answered', [{ slug: 'smm-posts' }]));
    const posts = { number: ines.orders['answered']! };
    await team.assign('Nadia', posts, 'Theo');
    await team.write('Theo', posts, queueWork.binderyPosts);
    await team.ask('Nadia', posts, queueQuestions.openDay);
  }

  async twoDaysAgo(): Promise<void> {
    const { ines, priya, team } = this;
    const slogans = { number: priya.orders['changes']! };
    await team.deliver('Nadia', slogans, await team.write('Nadia', slogans, queueWork.therapySlogans));
    await ines.byCard(
      await ines.order('handed in', [{ slug: 'blurbs', details: { quantity: 2, variant: '100' } }]),
    );
    await team.assign('Nadia', { number: ines.orders['handed in']! }, 'Theo');
  }

  async yesterday(): Promise<void> {
    const { tomas, ines, priya, team } = this;
    await ines.say('answer', 'answered', queueQuestions.openDayAnswer);
    const points: Pick<RevisionPoint, 'piece' | 'note'>[] = [
      { piece: 'set-1-slogan-5', note: queueChanges.waiting },
      { piece: 'set-1-slogan-4', note: queueChanges.bold },
    ];
    await priya.askForChanges('changes', points);
    await priya.byCard(await priya.order('free', [{ slug: 'business-narratives' }]));
    await tomas.byCard(await tomas.order('bundle', [{ slug: 'starter-presence' }]));
    await team.note('Nadia', { number: tomas.orders['bundle']! }, queueNotes.bundle);
    const blurbs = { number: ines.orders['handed in']! };
    await team.handIn('Theo', blurbs, await team.write('Theo', blurbs, queueWork.binderyBlurbs));
  }
}

const late = ({ orders }: DemoCustomer): DemoPlace => ({ number: orders['late']! });

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * How connections fail. `gone`: connections break, also new ones. `silent`: no data arrives, without an error. `unanswered`: from
 * the chunk with this text on, requests arrive but no answers return. `slow`: each chunk is delayed by this many milliseconds.
 * `refusing`: new connections get these bytes and end.
 */
export type NetworkFault =
  | { kind: 'gone' | 'silent' }
  | { kind: 'unanswered'; from: string }
  | { kind: 'slow'; ms: number }
  | { kind: 'refusing'; answer: Buffer };

export type NetworkProxy = {
  port: number;
  fail(fault: NetworkFault): void;
  /** Ends the fault. Data that was held back then arrives. */
  restore(): void;
  close(): Promise<void>;
};

/** A proxy to a local server whose connections can be cut, stopped and delayed. */
export async function openNetworkProxy(target: { host: string; port: number }): Promise<NetworkProxy> {
  let fault: NetworkFault | undefined;
  const ends = new Set<Socket>();
  let held: (() => void)[] = [];
  let isUnanswered = false;

  function keep(socket: Socket): void {
    ends.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => ends.delete(socket));
  }
  function carry(from: Socket, to: Socket, isAnswer: boolean): void {
    const pass = (act: () => void) => {
      if (fault?.kind === 'silent' || (isUnanswered && isAnswer)) held.push(act);
      else if (fault?.kind === 'slow') setTimeout(act, fault.ms);
      else act();
    };
    from.on('data', (piece: Buffer) => {
      if (fault?.kind === 'unanswered' && !isAnswer) isUnanswered ||= piece.includes(fault.from);
      pass(() => void (to.destroyed || to.write(piece)));
    });
    from.once('close', () => pass(() => to.destroySoon()));
  }
  function join(caller: Socket): void {
    const called = connect(target);
    keep(called);
    carry(caller, called, false);
    carry(called, caller, true);
  }
  const server = createServer((caller) => {
    keep(caller);
    if (fault?.kind === 'gone') caller.destroy();
    else if (fault?.kind === 'silent') held.push(() => void (caller.destroyed || join(caller)));
    else if (fault?.kind === 'refusing') {
      const { answer } = fault;
      caller.once('data', () => caller.end(answer));
    } else join(caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    fail(next) {
      fault = next;
      isUnanswered = false;
      if (next.kind === 'gone' || next.kind === 'refusing') cut();
    },
    restore() {
      fault = undefined;
      isUnanswered = false;
      const waiting = held;
      held = [];
      for (const act of waiting) act();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

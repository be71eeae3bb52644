import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * How a connection fails. `gone`: connections break, also new ones. `silent`: no data arrives, without an error. `deaf`: from the
 * chunk with this text on, requests arrive and no answers return. `slow`: each chunk takes this many milliseconds longer. `refusing`:
 * new connections get these bytes and end.
 */
export type LineFault =
  | { kind: 'gone' | 'silent' }
  | { kind: 'deaf'; from: string }
  | { kind: 'slow'; ms: number }
  | { kind: 'refusing'; answer: Buffer };

export type Line = {
  port: number;
  fail(fault: LineFault): void;
  /** Ends the failure; held data then arrives. */
  mend(): void;
  close(): Promise<void>;
};

/** A proxy to a local server that can be cut, stopped and slowed down. */
export async function openLine(target: { host: string; port: number }): Promise<Line> {
  let fault: LineFault | undefined;
  const ends = new Set<Socket>();
  let held: (() => void)[] = [];
  let isDeaf = false;

  function keep(socket: Socket): void {
    ends.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => ends.delete(socket));
  }
  function carry(from: Socket, to: Socket, isAnswer: boolean): void {
    const pass = (act: () => void) => {
      if (fault?.kind === 'silent' || (isDeaf && isAnswer)) held.push(act);
      else if (fault?.kind === 'slow') setTimeout(act, fault.ms);
      else act();
    };
    from.on('data', (piece: Buffer) => {
      if (fault?.kind === 'deaf' && !isAnswer) isDeaf ||= piece.includes(fault.from);
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
      isDeaf = false;
      if (next.kind === 'gone' || next.kind === 'refusing') cut();
    },
    mend() {
      fault = undefined;
      isDeaf = false;
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

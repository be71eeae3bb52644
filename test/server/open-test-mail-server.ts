import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A local mail server that stores accepted emails. `accept`: whether it accepts the n-th email, counted from 1. */
export async function openTestMailServer(accept: (n: number) => boolean = () => true) {
  const received: Buffer[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom({ address }, _session, done) {
      done(address.startsWith('suspended') ? new Error(`Not allowed to send: ${address}`) : undefined);
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused') ? new Error(`No such user: ${address}`) : undefined);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        count += 1;
        if (!accept(count)) return done(new Error('not now'));
        received.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    letters: (): Promise<Email[]> => Promise.all(received.map((bytes) => PostalMime.parse(bytes))),
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

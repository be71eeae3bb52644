import { Duplex } from 'node:stream';
import { errorMessage } from './error-message.ts';

/** Looks like a TCP socket to `pg`, and leads to the worker thread. */
export class EmbeddedConnection extends Duplex {
  readonly #connect: (connection: EmbeddedConnection) => Promise<void>;
  /** Takes what `pg` writes; set by `connect` once the database is up. */
  carry: (data: Uint8Array) => void = () => {};

  /** `connect` resolves when the database listens to this connection. */
  constructor(connect: (connection: EmbeddedConnection) => Promise<void>) {
    super();
    this.#connect = connect;
  }

  /** `pg` calls this as on a socket; the address it passes means nothing here. */
  connect(): this {
    this.#connect(this).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(engineError('57P03', errorMessage(error))),
    );
    return this;
  }

  /** What the database answers. */
  receive(data: Uint8Array): void {
    if (!this.destroyed && data.length > 0) this.push(data);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.carry(chunk);
    done();
  }

  /** `pg` writes a statement as five messages between cork and uncork: one trip to the worker. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.carry(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  /** The other end hangs up as soon as this one does. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}

/** Says what a PostgreSQL server would: 57P02 when it stopped, 57P03 while it does not start. */
export const engineError = (code: '57P02' | '57P03', message: string): Error =>
  Object.assign(new Error(message), { code });

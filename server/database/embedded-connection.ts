import { Duplex } from 'node:stream';
import { errorMessage } from './error-message.ts';

/** A connection to the worker thread that `pg` treats as a TCP socket. */
export class EmbeddedConnection extends Duplex {
  readonly #connect: (connection: EmbeddedConnection) => Promise<void>;
  /** Receives the bytes that `pg` writes. `connect` sets it once the database is running. */
  carry: (data: Uint8Array) => void = () => {};

  /** `connect` resolves when the database accepts messages from this connection. */
  constructor(connect: (connection: EmbeddedConnection) => Promise<void>) {
    super();
    this.#connect = connect;
  }

  /** Connects. `pg` passes an address as for a socket, which is ignored. */
  connect(): this {
    this.#connect(this).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(engineError('57P03', errorMessage(error))),
    );
    return this;
  }

  /** Passes the database's answers to `pg`. */
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
    // Nothing to do: `receive` pushes answers when they arrive.
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.carry(chunk);
    done();
  }

  /** Sends several chunks as one message to the worker: `pg` writes a statement as five chunks between cork and uncork. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.carry(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  /** Ends the readable side too, because the database closes as soon as `pg` does. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}

/** An error as a PostgreSQL server sends it: 57P02 when it has crashed, 57P03 while it can't start. */
export const engineError = (code: '57P02' | '57P03', message: string): Error =>
  Object.assign(new Error(message), { code });

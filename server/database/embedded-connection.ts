import { Duplex } from 'node:stream';
import { errorMessage } from './error-message.ts';

/** A connection that `pg` treats as a TCP socket and that leads to the worker thread. */
export class EmbeddedConnection extends Duplex {
  readonly #connect: (connection: EmbeddedConnection) => Promise<void>;
  /** Receives what `pg` writes; `connect` sets it once the database is up. */
  carry: (data: Uint8Array) => void = () => {};

  /** `connect` resolves when the database accepts messages of this connection. */
  constructor(connect: (connection: EmbeddedConnection) => Promise<void>) {
    super();
    this.#connect = connect;
  }

  /** `pg` calls this as on a socket and passes an address, which is ignored. */
  connect(): this {
    this.#connect(this).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(engineError('57P03', errorMessage(error))),
    );
    return this;
  }

  /** Emits the database's answers. */
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
    // Answers are pushed when they arrive.
  }

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.carry(chunk);
    done();
  }

  /** `pg` writes a statement as five messages between cork and uncork: one message to the worker carries them all. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.carry(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  /** The other side closes as soon as this one does. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}

/** Sends the error of a PostgreSQL server: 57P02 when it stopped, 57P03 while it cannot start. */
export const engineError = (code: '57P02' | '57P03', message: string): Error =>
  Object.assign(new Error(message), { code });

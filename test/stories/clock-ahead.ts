/** Loaded before a server's own files. Sets the server's clock ahead by CLOCK_AHEAD_MS, to simulate a later day. */
const ahead = Number(process.env['CLOCK_AHEAD_MS']);
const real = Date;
const now = () => real.now() + ahead;

globalThis.Date = new Proxy(real, {
  construct: (target, given: unknown[], made) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
});

/** Who does something. `id`: of an operator, their name on the machine; of a provider, its name. Never an address or another's name. */
export type Actor =
  | { kind: 'customer'; id: bigint }
  | { kind: 'operator'; id: string }
  | { kind: 'provider'; id: string }
  | { kind: 'system' };

export const system = { kind: 'system' } as const satisfies Actor;

/** An actor as rows keep it: `customer:12`, `operator:ann`, `provider:stripe`, `system`. */
export const writeActor = (by: Actor): string => ('id' in by ? `${by.kind}:${by.id}` : by.kind);

/** The kind of a kept actor; earlier versions kept a customer, and the provider of an event or a refund, by the kind alone. */
export const readActorKind = (kept: string): Actor['kind'] => kept.split(':', 1)[0] as Actor['kind'];

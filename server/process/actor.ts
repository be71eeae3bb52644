/**
 * Who acts. `id`: a row's ID, an operator's user name on the machine, or a provider's name; never an email address or a person's
 * name. Staff act in a request, and in a session unless they are joining; the audit log names both. `admission`: their
 * permissions when the request began, which must still be valid when the act takes effect.
 */
export type Actor =
  | { kind: 'customer'; id: bigint }
  | { kind: 'operator'; id: string }
  | { kind: 'staff'; id: bigint; sessionId?: string; requestId: string; admission?: string }
  | { kind: 'provider'; id: string }
  | { kind: 'system' };

/** The shop itself, such as a job. */
export const system = { kind: 'system' } as const satisfies Actor;

/** An actor as stored text: `customer:12`, `operator:ann`, `staff:12`, `provider:stripe`, `system`. */
export const writeActor = (by: Actor): string => ('id' in by ? `${by.kind}:${by.id}` : by.kind);

/**
 * The kind of a stored actor, as customers see it: staff are shown as the operator. Earlier versions stored no ID for customers,
 * nor for the providers of events and refunds.
 */
export function readActorKind(kept: string): Exclude<Actor['kind'], 'staff'> {
  const kind = kept.split(':', 1)[0] as Actor['kind'];
  return kind === 'staff' ? 'operator' : kind;
}

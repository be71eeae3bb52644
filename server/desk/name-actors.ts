/** The name of an actor for staff: a member of staff's own name, or words for the kind of actor. */
export function actorWords(actor: string, name: string | null): string {
  if (name !== null) return name;
  const [kind, id] = actor.split(':');
  switch (kind) {
    case 'customer':
      return 'Customer';
    case 'operator':
      return id ? `${id} (command line)` : 'Command line';
    case 'provider':
      return id ? `Payment provider (${id})` : 'Payment provider';
    default:
      return 'System';
  }
}

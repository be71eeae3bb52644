/** An actor as the team reads it: a member of staff by name. */
export function actorWords(actor: string, name: string | null): string {
  if (name !== null) return name;
  const [kind, id] = actor.split(':');
  switch (kind) {
    case 'customer':
      return 'Customer';
    case 'operator':
      return id ? `${id} (command line)` : 'Command line';
    case 'provider':
      return id ? `Provider (${id})` : 'Provider';
    default:
      return 'Automatic';
  }
}

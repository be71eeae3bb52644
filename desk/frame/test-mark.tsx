import { useSession } from '#desk/api/session.ts';

/**
 * "(test)" beside an order or money of the provider's test mode, in a shop that takes real money. In a shop that is itself in test
 * mode nothing is marked, because all of it would be: its frame says so once. Names of books and of providers' accounts always
 * contain the mode (`bookTitle`, `bookName`), because a shop can have two of the same name.
 */
export function TestMark({ livemode }: { livemode: boolean }) {
  const session = useSession();
  // while a release replaces the processes, the earlier one answers without modes
  return session.data?.me?.livemode && livemode === false ? (
    <span className="font-normal text-muted"> (test)</span>
  ) : null;
}

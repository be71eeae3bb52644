import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatTime } from '#desk/frame/format-time.ts';

type Invitation = DeskAnswerOf<'listInvitations'>['invitations'][number];

/** Unused invitation links, each with a button to revoke it. */
export function OpenLinks({
  links,
  labelOf,
  nameOf,
  attempt,
}: {
  links: readonly Invitation[];
  labelOf: (role: string) => string;
  nameOf: (person: string) => string;
  attempt: (run: () => Promise<unknown>, message: string) => Promise<void>;
}) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="open-links">
      <h2 id="open-links">Active links</h2>
      <ul className="mt-3 border-t border-hairline">
        {links.map(({ id, role, person, expiresAt }) => {
          const forWhom =
            person === null
              ? `a new ${role === null ? 'person' : labelOf(role).toLowerCase()}`
              : nameOf(person);
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2"
            >
              <span>
                For {forWhom}, valid until {formatTime(expiresAt)}
              </span>
              <Button
                look="quiet"
                small
                aria-label={`Revoke the link for ${forWhom}, valid until ${formatTime(expiresAt)}`}
                onClick={() =>
                  void attempt(() => callDesk('revokeInvitation', { params: { id } }), 'Link revoked')
                }
              >
                Revoke
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

import type { DeskAnswerOf } from '#contract/desk-endpoints.ts';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatTime } from '#desk/frame/format-time.ts';

type Invitation = DeskAnswerOf<'listInvitations'>['invitations'][number];

/** Links that somebody may still open, each with a way to end it. */
export function OpenLinks({
  links,
  labelOf,
  attempt,
}: {
  links: readonly Invitation[];
  labelOf: (role: string) => string;
  attempt: (run: () => Promise<unknown>, message: string) => Promise<void>;
}) {
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="open-links">
      <h2 id="open-links">Links that still work</h2>
      <ul className="mt-3 border-t border-hairline">
        {links.map(({ id, role, person, expiresAt }) => {
          const forWhom = person ?? (role === null ? 'a new person' : `a new ${labelOf(role).toLowerCase()}`);
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2"
            >
              <span>
                For {forWhom}, until {formatTime(expiresAt)}
              </span>
              <Button
                look="quiet"
                small
                aria-label={`End the link for ${forWhom}, until ${formatTime(expiresAt)}`}
                onClick={() =>
                  void attempt(() => callDesk('revokeInvitation', { params: { id } }), 'Link ended')
                }
              >
                End
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

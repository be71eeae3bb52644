import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Screen } from '#desk/frame/screen.tsx';

const groups = [
  ['customer', 'To customers'],
  ['team', 'To the team'],
] as const;

/** A subject whose order, deposit and ticket numbers don't break at their hyphens. */
const inOnePiece = (subject: string) =>
  subject.split(/([RDT]-[\dA-Z]{4}-[\dA-Z]{4})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );

/** Every email that the shop sends, with the way to its preview. */
export function EmailsPage() {
  const emails = useQuery({
    queryKey: ['emails'],
    queryFn: ({ signal }) => callDesk('listEmails', { signal }),
    staleTime: 0,
  });
  return (
    <Screen title="Emails">
      <p className="max-w-xl">
        Every email that the shop sends, shown with example data. The texts are part of the shop’s code, so
        you can’t edit them here.
      </p>
      <Awaited query={emails}>
        {(found) =>
          groups.map(([to, title]) => (
            <section key={to} aria-labelledby={`emails-${to}`}>
              <h2 id={`emails-${to}`} className="mb-2">
                {title}
              </h2>
              <ul className="lines max-w-4xl">
                {found.emails
                  .filter((email) => email.to === to)
                  .map(({ id, name, subject }) => (
                    <li key={id} className="border-b border-hairline">
                      <Link
                        to={`/emails/${id}`}
                        className="flex min-h-11 flex-wrap items-center gap-x-6 py-2 hover:bg-surface sm:flex-nowrap"
                      >
                        <span className="font-semibold max-sm:basis-full sm:w-72 sm:flex-none">{name}</span>{' '}
                        <span className="min-w-0 text-muted wrap-anywhere">{inOnePiece(subject)}</span>
                      </Link>
                    </li>
                  ))}
              </ul>
            </section>
          ))
        }
      </Awaited>
    </Screen>
  );
}

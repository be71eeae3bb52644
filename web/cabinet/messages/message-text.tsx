import { Link } from 'react-router';

/** A message's text. In the team's messages, links to the shop's cart are clickable: they open a proposal. Other URLs stay text. */
export function MessageText({ text, from }: { text: string; from: 'customer' | 'team' }) {
  const start = `${location.origin}/cart#`;
  const parts = from === 'team' ? text.split(/(https?:\/\/\S+#[\w=-]+)/) : [text];
  return (
    <p dir="auto" className="mt-0.5 break-words whitespace-pre-wrap">
      {parts.map((part, index) =>
        part.startsWith(start) ? (
          <Link key={index} className="link" to={part.slice(location.origin.length)}>
            {part}
          </Link>
        ) : (
          part
        ),
      )}
    </p>
  );
}

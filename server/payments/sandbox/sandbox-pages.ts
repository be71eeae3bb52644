import { createHash } from 'node:crypto';
import { formatMoney } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import {
  type SandboxAct,
  type SandboxDisputeAct,
  type SandboxRefundAct,
  type SandboxSession,
  testCards,
} from './sandbox-session.ts';

const style = `
:root{color-scheme:light dark;--bg:#fff;--surface:#f6f5f2;--ink:#17161c;--muted:#54515c;--control:#85818d;--line:#dddad2;--red:#b5161c;--tint:#fdedec;--warn:#7f5200;--warn-bg:#fff3da;--focus:#1d4e9e}
@media (prefers-color-scheme:dark){:root{--bg:#121116;--surface:#1a191f;--ink:#f5f3ef;--muted:#bab6c1;--control:#7d7887;--line:#34313b;--red:#ff8783;--tint:#3a1719;--warn:#f2bc58;--warn-bg:#33260a;--focus:#93b8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:1.0625rem/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
.mode{margin:0;background:var(--warn-bg);color:var(--warn);text-align:center;font-weight:600;padding:.5rem 1rem}
main{max-width:30rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:2.25rem;line-height:1.1;letter-spacing:-.02em;margin:0 0 .25rem}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
.shop{font-weight:600;margin:0}
.what{color:var(--muted);margin:0 0 1.5rem}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
input{width:100%;min-height:3rem;font:inherit;font-variant-numeric:tabular-nums;color:inherit;background:var(--bg);border:1.5px solid var(--control);border-radius:.5rem;padding:.5rem .85rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
button{min-height:3rem;font:inherit;font-weight:600;border:0;border-radius:.5rem;padding:0 1.375rem;background:var(--ink);color:var(--bg);cursor:pointer}
.back{display:inline-block;padding:.6rem 1.375rem;border-radius:.5rem;background:var(--ink);color:var(--bg);font-weight:600;text-decoration:none}
.wide{width:100%;margin-top:1.5rem}
.quiet{background:transparent;color:var(--ink);box-shadow:inset 0 0 0 1.5px var(--control)}
.acts{display:flex;flex-wrap:wrap;gap:.5rem}
.leave{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem}
.leave button{box-shadow:none;padding:0;text-decoration:underline}
.acts button{min-height:2.75rem;padding:0 1rem;font-size:.9375rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.error{background:var(--tint);color:var(--red);border-left:4px solid var(--red);padding:.75rem 1rem;margin:0 0 1rem;font-weight:600}
table{width:100%;border-collapse:collapse;font-size:.9375rem;font-variant-numeric:tabular-nums}
td,th{text-align:left;font-weight:400;border-bottom:1px solid var(--line);padding:.4rem .5rem .4rem 0}
details{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}
summary{cursor:pointer;font-weight:600;min-height:1.75rem}
`.replaceAll('\n', '');

/** The pages run no script and load nothing. */
export const sandboxPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><header><p class="mode">Test mode – no real money</p></header><main>${body}</main></body></html>`;
}

type Act = SandboxAct | SandboxRefundAct | SandboxDisputeAct;

const actForm = (ref: string, act: Act, label: string, kind = 'quiet') =>
  `<form method="post" action="/sandbox-pay/${ref}/act"><input type="hidden" name="act" value="${act}"><button class="${kind}">${label}</button></form>`;

const spaced = (card: string) => card.replace(/(\d{4})(?=\d)/g, '$1 ');

const heading = (session: SandboxSession) =>
  `<p class="shop">${escapeHtml(shop.name)}</p><h1>${escapeHtml(formatMoney(session.amount, session.currency))}</h1><p class="what">${escapeHtml(session.request.description)}</p>`;

function developerPanel(ref: string): string {
  const acts: [SandboxAct, string][] = [
    ['pay-short', 'Pay half'],
    ['pay-over', 'Overpay'],
    ['pay-twice', 'Pay twice'],
    ['expire', 'Expire the payment page'],
  ];
  return `<details><summary>Simulate other outcomes</summary><div class="acts">${acts.map(([act, label]) => actForm(ref, act, label)).join('')}</div></details>`;
}

/** The card form of an open session. `error`: why the last try failed. */
export function paymentFormPage(session: SandboxSession, error?: string): string {
  const { ref } = session;
  const problem = error ?? session.last_decline;
  const cards = Object.entries(testCards).map(
    ([card, { meaning }]) => `<tr><td>${spaced(card)}</td><td>${meaning}</td></tr>`,
  );
  return page(
    'Test payment',
    `${heading(session)}${problem ? `<p class="error" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="/sandbox-pay/${ref}/card">
<label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" required>
<div class="pair"><div><label for="expiry">Expiration date</label><input id="expiry" autocomplete="off" value="12 / 30"></div><div><label for="cvc">Security code</label><input id="cvc" inputmode="numeric" autocomplete="off" value="123"></div></div>
<button class="wide">Pay ${escapeHtml(formatMoney(session.amount, session.currency))}</button></form>
<h2>Other ways to pay</h2><div class="acts">${actForm(ref, 'async', 'Pay by bank transfer')}</div>
<div class="leave">${actForm(ref, 'cancel', 'Cancel and go back', 'quiet')}</div>
<h2>Test cards</h2><table><tbody>${cards.join('')}</tbody></table>${developerPanel(ref)}`,
  );
}

/** The bank's confirmation page before a card is charged. */
export function challengePage(session: SandboxSession): string {
  const { ref } = session;
  return page(
    'Confirm with your bank',
    `${heading(session)}<p>Your bank is asking whether you made this payment.</p><div class="acts">${actForm(ref, 'pay', 'Approve', '')}${actForm(ref, 'decline', 'Decline')}</div>`,
  );
}

type Acts = { title: string; acts: [Act, string][] };
const payLate: Acts = {
  title: 'Simulate a late payment',
  acts: [['pay-late', 'Complete the payment anyway']],
};

const endings: Record<Exclude<SandboxSession['status'], 'open'>, { words: string; groups: Acts[] }> = {
  processing: {
    words: 'The bank transfer is on its way.',
    groups: [
      {
        title: 'Simulate the bank',
        acts: [
          ['settle', 'Complete the bank transfer'],
          ['fail', 'Fail the bank transfer'],
        ],
      },
    ],
  },
  paid: {
    words: 'This payment is complete.',
    groups: [
      {
        title: 'Simulate refunds',
        acts: [
          ['dashboard-refund', 'Refund half'],
          ['refund-settle', 'Complete refunds'],
          ['refund-fail', 'Fail refunds'],
        ],
      },
      {
        title: 'Simulate a dispute',
        acts: [
          ['dispute-inquiry', 'Start a bank inquiry'],
          ['dispute', 'Dispute the payment'],
          ['dispute-won', 'Win the dispute'],
          ['dispute-lost', 'Lose the dispute'],
        ],
      },
    ],
  },
  failed: { words: 'This payment failed.', groups: [payLate] },
  expired: { words: 'This payment page has expired.', groups: [payLate] },
  canceled: { words: 'This payment was canceled.', groups: [payLate] },
};

/** The state of a session, and the acts that are still possible. */
export function endedPage(session: SandboxSession): string {
  const { words, groups } = endings[session.status as keyof typeof endings];
  const buttons = groups.map(
    ({ title, acts }) =>
      `<h2>${title}</h2><div class="acts">${acts.map(([act, label]) => actForm(session.ref, act, label)).join('')}</div>`,
  );
  return page(
    'Test payment',
    `${heading(session)}<p>${words}</p><p><a class="back" href="${escapeHtml(session.request.returnUrl)}">Back to the shop</a></p>${buttons.join('')}`,
  );
}

export const unknownPage = (): string =>
  page(
    'Test payment not found',
    '<h1>Test payment not found</h1><p>Check the address, or start again from the order.</p>',
  );

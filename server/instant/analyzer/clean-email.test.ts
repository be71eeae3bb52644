import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanEmail } from './clean-email.ts';

const body = 'Hi Ann,\n\nWe bake at dawn. Come by.';

test('removes the headers of a pasted email', () => {
  assert.equal(cleanEmail(`From: Ben <ben@example.com>\nTo: Ann\nSubject: Bread\n\n${body}`), body);
  assert.equal(cleanEmail('Subject: what to write in it'), 'Subject: what to write in it');
});

test('removes the quotation marks “>” when the whole email is quoted', () => {
  const quoted = body.replaceAll(/^/gmu, '> ');
  assert.equal(cleanEmail(quoted), body);
  assert.equal(cleanEmail(quoted.replaceAll(/^/gmu, '> ')), body);
});

test('removes the email that is quoted below an answer', () => {
  assert.equal(
    cleanEmail(
      `${body}\n\nOn Tue, May 6, 2025 at 9:14 AM Ann Lee <ann@example.com> wrote:\n> When?\n> Ann`,
    ).trim(),
    body,
  );
  assert.equal(
    cleanEmail(`${body}\n\n-----Original Message-----\nFrom: Ann\nSent: today\n\nWhen?`).trim(),
    body,
  );
});

test('keeps a forwarded email', () => {
  assert.equal(cleanEmail(`---------- Forwarded message ---------\nFrom: Ben\nDate: today\n\n${body}`), body);
});

test('removes a signature and a line like “Sent from my iPhone”', () => {
  assert.equal(cleanEmail(`${body}\n\nSent from my iPhone`).trim(), body);
  assert.equal(cleanEmail(`${body}\n-- \nBen Holt\n+1 555 0100`), body);
});

test('keeps quotations and lists in a text that is no email', () => {
  for (const text of [
    'We asked Ann.\n\n> It is the best bread.\n\nShe buys it daily. We are glad, and so is her cat.',
    'On Monday we bake.\n\nTo: nobody yet.',
    'On his first day, the old baker wrote:\n\n“Bread is patience.”',
    'A list:\n\n-- \nThis is a long paragraph that goes on for quite a while so that nobody takes it for a signature, really.',
  ])
    assert.equal(cleanEmail(text), text);
});

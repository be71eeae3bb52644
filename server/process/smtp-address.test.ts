import assert from 'node:assert/strict';
import test from 'node:test';
import { mailboxOf } from './mailbox.ts';
import { smtpAddress } from './smtp-address.ts';

test('accepts the address of a mail server', () => {
  for (const typed of [
    'smtp://mail.example.com',
    'smtps://mail.example.com:465/',
    'smtp://127.0.0.1:2525',
    'smtp://[::1]:25',
    'smtp://localhost',
    'SMTP://user:12%2F34@mail.example.com:587',
    'smtp://user@example.com:p:a@ss@mail.example.com',
    'smtp://127.0.0.1:25/?name=shop&pass=word',
    'smtps://user:word@mail.example.com?pool=true&tls.servername=mail',
  ]) {
    const read = smtpAddress(typed);
    assert.ok('url' in read, `${typed} ${JSON.stringify(read)}`);
  }
});

test('rejects an address that is invalid or isn’t percent-encoded, and shows no part of it', () => {
  for (const [typed, says] of [
    ['smtp://user:12/34secret@mail.example.com:587', /write \/ as %2F/],
    ['smtp://user:12?secret@mail.example.com', /\? as %3F/],
    ['smtp://user:12?a=secret@mail.example.com', /\? as %3F/],
    ['smtp://user:12#secret@mail.example.com', /# as %23/],
    ['smtp://user:secret%@mail.example.com', /% as %25/],
    ['smtp://user:secret@mail.example.com/inbox', /text after the host/],
    ['smtp://user:secret@mail.example.com#here', /text after the host/],
    ['smtp://user:my secret@mail.example.com', /space in the password as %20/],
    ['smtp://user@mail.example.com', /both a user name and a password/],
    ['smtp://:secret@mail.example.com', /both a user name and a password/],
    ['http://user:secret@mail.example.com', /must be a URL like smtp/],
    ['smtp:mail.example.com', /must be a URL like smtp/],
    ['smtp:///secret', /must be a URL like smtp/],
    ['smtp://user:secret@', /must be a URL like smtp/],
    ['smtp://user:secret@mail.example.com:0', /must be a URL like smtp/],
    ['smtp://user:secret@mail.example.com:99999', /must be a URL like smtp/],
    ['smtp://user:secret@mail,other', /must be a URL like smtp/],
    ['mail.example.com:587', /must be a URL like smtp/],
  ] as const) {
    const read = smtpAddress(typed);
    assert.match('problem' in read ? read.problem : '', says, typed);
    assert.doesNotMatch(JSON.stringify(read), /secret/, typed);
  }
});

test('accepts one sender address, with or without a name', () => {
  for (const typed of [
    'shop@example.com',
    '<shop@example.com>',
    'Shop <shop@example.com>',
    'Dr. Zoë’s Shop <shop@example.com>',
    '"Redline: content, and more" <shop@example.com>',
  ])
    assert.deepEqual(mailboxOf(typed), { address: 'shop@example.com' }, typed);
});

test('rejects a group or several addresses as the sender, and a name that would be read as one of these', () => {
  for (const typed of [
    'Redline: content <shop@example.com>',
    'Team: a@example.com, b@example.com;',
    'a@example.com, b@example.com',
    'Ann, Bob <a@example.com>',
    'Shop (orders) <a@example.com>',
    'Shop <a@example.com> <b@example.com>',
    'Shop <a@example.com>, Other <b@example.com>',
    'a@b@example.com',
    '"Shop <a@example.com>',
    'Shop; <a@example.com>',
    'Shop <a@example.com',
    'shop',
    '@example.com',
  ])
    assert.ok('problem' in mailboxOf(typed), typed);
});

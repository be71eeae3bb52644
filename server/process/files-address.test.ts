import assert from 'node:assert/strict';
import test from 'node:test';
import { filesAddress } from './files-address.ts';

test('reads the address of a folder and of a bucket', () => {
  assert.deepEqual(filesAddress('file:///srv/files'), { kind: 'disk', folder: '/srv/files' });
  assert.deepEqual(filesAddress('s3://ID:a%2Fb%2Bc@s3.example.com/my-files?region=eu-west-1'), {
    kind: 's3',
    endpoint: 'https://s3.example.com/my-files',
    region: 'eu-west-1',
    keyId: 'ID',
    secret: 'a/b+c',
  });
  assert.deepEqual(filesAddress('s3://ID:secret@127.0.0.1:9000/files'), {
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000/files',
    region: 'us-east-1',
    keyId: 'ID',
    secret: 'secret',
  });
});

test('shows no part of an invalid address in the error, because the address can contain a secret', () => {
  for (const typed of [
    '/srv/files',
    'file://host/srv',
    'file:///',
    'https://ID:my-secret@s3.example.com/files',
    's3://ID:my-secret@s3.example.com',
    's3://ID:my-secret@s3.example.com/a/b',
    's3://my-secret@s3.example.com/files',
    's3://ID:my-secret%zz@s3.example.com/files',
    's3://ID:my-secret@:99999/files',
  ]) {
    const read = filesAddress(typed);
    assert.ok('problem' in read, typed);
    assert.doesNotMatch(read.problem, /my-secret/, typed);
  }
});

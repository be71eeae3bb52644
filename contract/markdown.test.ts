import assert from 'node:assert/strict';
import test from 'node:test';
import { isMarkdown } from './markdown.ts';

test('recognizes a heading, a bullet, bold words and a link as Markdown, and no plain text', () => {
  for (const text of [
    'Rye\n# Rye',
    '- Rye',
    'Our **own** rye',
    'See [our rye](https://rye.example/a_(b))',
    `${'> '.repeat(8)}**Rye**`,
    '**Rye** '.repeat(240),
    `- Rye\n${'-'.repeat(60)}`,
  ])
    assert.ok(isMarkdown(text), text);
  for (const text of ['Rye #bread', '1. Rye', 'two_days * in', '> Rye', '[Rye] (soon)'])
    assert.ok(!isMarkdown(text), text);
});

test('treats a text with thousands of marks as plain text, because the parser would take minutes', () => {
  for (const marks of [
    '_a'.repeat(1_001),
    '~'.repeat(1_001),
    '> '.repeat(30),
    '- '.repeat(30),
    '1. + '.repeat(15),
  ])
    assert.ok(!isMarkdown(`# Rye\n\n${marks}Rye`), marks.slice(0, 40));
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { stripMarkdown } from './strip-markdown.ts';

test('removes Markdown marks and keeps the words', () => {
  const text = `# Harper Bikes

## Every *Saturday*

We fix **your bike** at [your door](https://harper.example/door).
Call us.

- Tires
- Brakes & gears

3. Third
4. Fourth

> Back on the road.

| Job | Price |
|---|---|
| Tube | $10 |`;
  assert.equal(
    stripMarkdown(text),
    `Harper Bikes

Every Saturday

We fix your bike at your door (https://harper.example/door).
Call us.

• Tires
• Brakes & gears

3. Third
4. Fourth

Back on the road.

Job | Price
Tube | $10`,
  );
});

test('writes the numbers of lists and the boxes of tasks', () => {
  assert.equal(
    stripMarkdown('# Steps\n\n0. zero\n1. one\n\nThen:\n\n- [ ] bake *bread*\n- [x] sleep\n  - late'),
    'Steps\n\n0. zero\n1. one\n\nThen:\n\n• [ ] bake bread\n• [x] sleep\n  • late',
  );
  assert.equal(stripMarkdown('- [ ] bake\n\n  slowly\n'), '• [ ] bake\n  \n  slowly');
});

test('keeps a text that is not Markdown unchanged', () => {
  const text =
    'Plain\n1. Slow bread, early. #bread\n2. Two_days_in * the making.\n\nWarm\n5. Good mornings.  ';
  assert.equal(stripMarkdown(text), text);
});

test('keeps HTML as text, and removes addresses that are unsafe as links', () => {
  assert.equal(
    stripMarkdown(
      '# Hello\n\n<script>x()</script>\n\n[a](javascript:alert(1)) ![b](data:text/html,x) <b>c</b>',
    ),
    'Hello\n\n<script>x()</script>\n\na b <b>c</b>',
  );
});

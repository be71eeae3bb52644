import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBrief } from '#contract/brief.ts';
import { products } from '#contract/catalogue.ts';
import { briefProgress, briefSections } from './form-sections.ts';

test('every field of every product stands in one section', () => {
  for (const { title, kind, fields } of products) {
    const shown = briefSections(kind, fields).flatMap((section) => section.fields);
    assert.deepEqual(shown.map(({ key }) => key).toSorted(), fields.map(({ key }) => key).toSorted(), title);
  }
});

test('progress counts what must be answered, blank answers not among it', () => {
  const { fields } = products[3]!;
  const brief = { ...emptyBrief(fields), brandName: 'Golden Crust', offer: '  ', avoid: 'Puns' };
  assert.deepEqual(briefProgress(fields, brief), { answered: 2, asked: 7 });
});

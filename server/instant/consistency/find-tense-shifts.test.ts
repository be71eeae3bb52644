import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { readTokens } from '#server/instant/grammar/word-pattern.ts';
import { findTenseShifts } from './find-tense-shifts.ts';

const shiftsIn = (text: string) => {
  const read = readText(text);
  const tagged = read.sentences.map(({ start, end }) => ({
    start,
    tokens: readTokens(text.slice(start, end)),
  }));
  return findTenseShifts(read, tagged).map(({ start, end }) => text.slice(start, end));
};

test('finds an event in the present tense among events in the past', () => {
  for (const [text, verb] of [
    ['We arrived at noon and find the gate locked.', 'find'],
    ['She walked in and sits down by the window.', 'sits'],
    ['He opened the box. He takes out a hat.', 'takes'],
    ['They rang the bell twice. They leave the parcel on the step.', 'leave'],
    ['He opened the box. Then he takes out a hat.', 'takes'],
  ] as const)
    assert.deepEqual(shiftsIn(text), [verb], text);
});

test('reports nothing when the present is a habit or lasts until today', () => {
  for (const text of [
    'She opened the shop in 2009 and runs it with her sister.',
    'He moved to Leeds and goes home every weekend.',
    'We bought the mill in 2012. We sell flour and bread on weekends.',
    'She trained as a nurse. Today she gives courses.',
    'He said he was late. “I leave at six,” he added.',
    'They lost the game. They put up a new sign.',
    'They met in 1990. They now sell cheese.',
  ])
    assert.deepEqual(shiftsIn(text), [], text);
});

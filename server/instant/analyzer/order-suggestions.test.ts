import assert from 'node:assert/strict';
import test from 'node:test';
import { orderSuggestions } from './order-suggestions.ts';

test('sorts the word that the writer most likely meant first', () => {
  for (const [typed, suggestions, best] of [
    ['teh', ['tech', 'ten', 'the'], 'the'],
    ['definately', ['defiantly', 'delicately', 'definitely'], 'definitely'],
    ['recieve', ['relieve', 'recipe', 'receive'], 'receive'],
    ['breaf', ['break', 'bread', 'brief'], 'bread'],
    ['dont', ['dent', 'don', "don't"], "don't"],
    ['adress', ['dress', 'address'], 'address'],
  ] as const)
    assert.equal(orderSuggestions(typed, suggestions)[0], best, typed);
});

test('suggests at most three words, and none very unlike the written word', () => {
  assert.deepEqual(orderSuggestions('Febuary', ['Rebury', 'February']), ['February']);
  assert.equal(orderSuggestions('wich', ['wish', 'with', 'which', 'rich', 'witch']).length, 3);
  assert.deepEqual(orderSuggestions('xyz', []), []);
});

test('suggests one word when only “ie” and “ei” are swapped', () => {
  assert.deepEqual(orderSuggestions('recieve', ['relieve', 'receive', 'recipe']), ['receive']);
  assert.deepEqual(orderSuggestions('Beleive', ['Relieve', 'Believe']), ['Believe']);
  assert.equal(orderSuggestions('breaf', ['break', 'bread', 'brief'])[0], 'bread');
});

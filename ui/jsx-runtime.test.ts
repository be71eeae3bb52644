import assert from 'node:assert/strict';
import test from 'node:test';
import { createContext, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Fragment, jsx, jsxs } from './jsx-runtime.ts';

const paragraph = (...children: ReactNode[]) => renderToStaticMarkup(jsxs('p', { children }));
const link = jsx('a', { children: 'terms' }, 'link');

test('joins texts and changing values beside each other into one text', () => {
  assert.equal(paragraph('Total ', 12, ' files'), '<p>Total 12 files</p>');
  assert.equal(paragraph('Total ', false, null, '', '5'), '<p>Total 5</p>');
  assert.equal(paragraph('Total ', undefined), '<p>Total </p>');
  assert.equal(paragraph(['a', 'b']), '<p><span>ab</span></p>');
});

test('wraps a text next to an element in a span', () => {
  assert.equal(
    paragraph('Read ', 'the ', link, '.'),
    '<p><span>Read the </span><a>terms</a><span>.</span></p>',
  );
  assert.equal(paragraph(0, link), '<p><span>0</span><a>terms</a></p>');
  assert.equal(paragraph(link, ['Read ', link]), '<p><a>terms</a><span>Read </span><a>terms</a></p>');
});

test('leaves a space between elements unwrapped, because a wrapper could become a flex item', () => {
  assert.equal(paragraph(link, ' ', link), '<p><a>terms</a> <a>terms</a></p>');
});

test('wraps the text of a fragment or context in an element, because other elements may be beside it', () => {
  const { Provider } = createContext('');
  const both = (inner: ReactNode) => paragraph(inner, link);
  assert.equal(both(jsx(Fragment, { children: 'Read ' })), '<p><span>Read </span><a>terms</a></p>');
  assert.equal(both(jsxs(Fragment, { children: ['Read ', 2] })), '<p><span>Read 2</span><a>terms</a></p>');
  assert.equal(
    both(jsx(Provider, { value: '', children: 'Read ' })),
    '<p><span>Read </span><a>terms</a></p>',
  );
});

test('passes texts to a component unchanged, and wraps them in a span where the component renders them beside an element', () => {
  const Named = ({ children }: { children?: ReactNode }) => jsxs('p', { children: [link, children] });
  const of = (children: ReactNode) => renderToStaticMarkup(jsx(Named, { children }));
  assert.equal(of('one'), '<p><a>terms</a><span>one</span></p>');
  assert.equal(of([link, 'two']), '<p><a>terms</a><a>terms</a><span>two</span></p>');
});

test('keeps the positions of elements when a text appears before them', () => {
  const placesOf = (shown: boolean) => {
    const element = jsxs('p', { children: ['Total ', shown && '5 ', link] });
    return (element.props as { children: ReactNode[] }).children.indexOf(link);
  };
  assert.equal(placesOf(true), placesOf(false));
});

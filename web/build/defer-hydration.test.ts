import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deferHydration } from './defer-hydration.ts';

const page = `<html><head><link rel="modulepreload" href="/assets/manifest-1.js"/><link rel="modulepreload" href="/assets/vendor-1.js"/></head><body><p>$& stays</p><script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-page-1.js";
  
  window.__reactRouterRouteModules = {"root":route0,"/":route1};

import("/assets/entry.client-1.js");</script></body></html>`;

test('loads no script of a page before hydration starts, and then loads all of them', () => {
  const deferred = deferHydration(page, 'idle');
  assert.ok(!deferred.includes('rel="modulepreload"'));
  assert.ok(!deferred.includes('type="module"'));
  assert.ok(deferred.includes('["/assets/manifest-1.js","/assets/vendor-1.js"]'));
  assert.ok(
    deferred.includes(
      'Promise.all([import("/assets/manifest-1.js"), import("/assets/root-1.js"), import("/assets/home-page-1.js")])',
    ),
  );
  assert.ok(deferred.includes('.then(([, route0, route1]) =>'));
  assert.ok(deferred.includes('{"root":route0,"/":route1}'));
  assert.ok(deferred.includes('<p>$& stays</p>'));
});

test('starts a page’s scripts when the browser is idle, and those of a form right after the first paint', () => {
  assert.match(deferHydration(page, 'idle'), /requestIdleCallback/);
  assert.doesNotMatch(deferHydration(page, 'idle'), /requestAnimationFrame/);
  assert.match(deferHydration(page, 'painted'), /requestAnimationFrame/);
  assert.doesNotMatch(deferHydration(page, 'painted'), /requestIdleCallback/);
});

test('fails the build for an unknown start script', () => {
  assert.throws(() => deferHydration('<html></html>', 'idle'), /no start script/);
  assert.throws(
    () => deferHydration('<script type="module" async="">boot()</script>', 'painted'),
    /another form/,
  );
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';

type Locked = {
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
};
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const { '': _root, ...locked } = packages;

const direct = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
const allowed =
  /^(?:MIT|MIT-0|0BSD|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|Python-2\.0|Zlib)$/;
/** Licences of packages that name theirs only in a comment of a file. */
const licenceFiles: Record<string, string> = { 'node_modules/png-js': 'MIT' };

test('pins every direct dependency, with its reason and license in docs/dependencies.md', () => {
  const rows = read('docs/dependencies.md').matchAll(/^\| (\S+) \| (\S+) \| (.+) \|$/gm);
  const listed = new Map([...rows].map(([, name, licence]) => [name, licence]));
  const types = /Besides these, types: (.+) \(all MIT\)/.exec(read('docs/dependencies.md'))?.[1] ?? '';
  for (const [, name] of types.matchAll(/`([^`]+)`/g)) listed.set(name, 'MIT');
  listed.delete('package');
  assert.deepEqual(new Set(listed.keys()), new Set(Object.keys(direct)));
  for (const [name, version] of Object.entries(direct)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(listed.get(name), locked[`node_modules/${name}`]?.license, name);
  }
});

test('allows only permissively licensed packages in a running shop', () => {
  for (const [path, { dev, license = licenceFiles[path] ?? 'none' }] of Object.entries(locked)) {
    if (dev) continue;
    for (const licence of license.replaceAll(/[()]/g, '').split(/ AND /))
      assert.match(licence, allowed, path);
  }
});

test('locks every package by its hash without naming a registry, and forbids install scripts', () => {
  for (const [path, { integrity, resolved }] of Object.entries(locked)) {
    assert.match(integrity ?? '', /^sha512-/, path);
    assert.equal(resolved, undefined, path);
  }
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
});

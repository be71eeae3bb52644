/**
 * node tools/run.mjs FILE|PROGRAM [WORD …]: runs a file, or a program of node_modules/.bin, with Node 24 or newer: with this process's
 * own Node, or else with the one that npm installed. Each script of package.json starts here, so that an old Node comes no further.
 * Node 18 can read this file. It doesn't rely on node_modules/.bin/node: npm 9 and 10 don't make that link.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldest = 24;
const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');

/** @returns {string} the path of a Node that is new enough */
function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= oldest) return process.execPath;
  const installed = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(installed)) return installed;
  return refuse();
}

/** @returns {never} */
function refuse() {
  console.error(
    `The shop needs Node ${oldest} or newer and found ${process.version}: install it, ` +
      'or on Linux (x64 or arm64) run "npm ci" without --omit=optional, which brings it along.',
  );
  process.exit(1);
}

const node = findNode();
// for programs that find their Node by themselves, and for those that they start
process.env['PATH'] = [dirname(node), join(modules, '.bin'), process.env['PATH']].join(delimiter);

const [first = '', ...words] = process.argv.slice(2);
const isFile = /\.(?:ts|mjs)$/.test(first);
if (isFile && node === process.execPath) {
  // in this process, so that signals reach it
  process.argv.splice(1, 2, resolve(first));
  await import(pathToFileURL(resolve(first)).href);
} else {
  const isForNode = isFile || first.startsWith('--');
  const child = spawn(isForNode ? node : first, isForNode ? [first, ...words] : words, { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    // Linux says ENOENT of a program whose C library is missing
    if (isForNode) refuse();
    console.error(`${first}: ${error.message}. Run "npm ci" first.`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // ends as the child did, so that the caller sees the same
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

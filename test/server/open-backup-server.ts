import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { programOf } from '#server/backup/postgres-programs.ts';
import { startScratchServer } from '#server/backup/scratch-database.ts';

/** Whether PostgreSQL's programs are installed, so that a test can start a server of its own. */
export const hasPostgres = programOf('initdb').includes('/');

/** A PostgreSQL server with the roles of docs/operate.md. */
export async function openBackupServer() {
  const folder = mkdtempSync(join(tmpdir(), 'redline-server-'));
  chmodSync(folder, 0o711);
  const server = await startScratchServer(join(folder, 'server'));
  const run = async (statement: string) => {
    const client = new pg.Client(server.databaseUrl);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run('create role shop_owner login');
  await run('create role shop login');
  const urlOf = (name: string, user: string) =>
    server.databaseUrl.replace('/postgres?', `/${name}?`).replace('user=scratch', `user=${user}`);
  return {
    /** Creates an empty database, and returns its address for each role. */
    async database(): Promise<{ owner: string; shop: string }> {
      const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`;
      await run(`create database ${name} owner shop_owner`);
      return { owner: urlOf(name, 'shop_owner'), shop: urlOf(name, 'shop') };
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

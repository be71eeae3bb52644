import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '#test/wait-for.ts';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';

export type Proxy = {
  httpPort: number;
  httpsPort: number;
  /** The certificate of the temporary authority. */
  ca: string;
  close: () => Promise<void>;
};

/** Starts Debian's Caddy with the unchanged deploy/Caddyfile. Only ports, storage and the certificate authority are temporary. */
export async function startCaddy(
  host: string,
  [httpPort, httpsPort]: readonly [number, number],
  upstream: string,
): Promise<Proxy> {
  if (!(await runCommand('which', ['caddy'])).ok)
    throw new Error('caddy is missing: apt-get install --no-install-recommends caddy');
  const folder = mkdtempSync(join(tmpdir(), 'redline-caddy-'));
  const config = join(folder, 'Caddyfile');
  writeFileSync(
    config,
    `{
	admin off
	http_port ${httpPort}
	https_port ${httpsPort}
	local_certs
	skip_install_trust
	storage file_system ${folder}
}
import ${join(root, 'deploy/Caddyfile')}
`,
  );
  const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SHOP_HOST: host,
      DESK_HOST: `desk.${host}`,
      SHOP_UPSTREAM: upstream,
    },
    stdio: 'ignore',
  });
  const stop = () => caddy.kill();
  process.once('exit', stop);
  const close = async () => {
    process.off('exit', stop);
    if (caddy.exitCode === null) {
      caddy.kill();
      await once(caddy, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ca = await waitFor('Caddy’s authority', () => {
      if (caddy.exitCode !== null) throw new Error(`Caddy ended with ${caddy.exitCode}.`);
      try {
        return readFileSync(join(folder, 'pki/authorities/local/root.crt'), 'utf8');
      } catch {
        return undefined;
      }
    });
    return { httpPort, httpsPort, ca, close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One running Jupyter server. */
export interface JupyterServer {
  pid: number;
  port: number;
}

export interface JupyterFiles {
  /** Where its certificate and key go. */
  folder: string;
  /** The home of who works there, with all that Jupyter writes. */
  home: string;
}

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const find = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file));

/** The Jupyter server of this machine, or undefined when it has none, or nothing to make a certificate with. */
export function findJupyter(): string | undefined {
  return find('openssl') && find('jupyter-server');
}

/**
 * Starts Jupyter on loopback as the service's images do: with TLS, a certificate of its own and this token. Resolves
 * when it listens.
 * @throws when it ends before, with what it said
 */
export async function startJupyter(
  program: string,
  port: number,
  token: string,
  { folder, home }: JupyterFiles,
): Promise<JupyterServer> {
  const [key, certificate] = [join(folder, 'jupyter.key'), join(folder, 'jupyter.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'],
    ...['-subj', '/CN=jupyter', '-keyout', key, '-out', certificate],
  ]);
  const child = spawn(
    program,
    [
      ...['--no-browser', '--allow-root', '--ip=127.0.0.1', `--port=${port}`, '--ServerApp.port_retries=0'],
      ...[`--keyfile=${key}`, `--certfile=${certificate}`, `--ServerApp.root_dir=${home}`],
    ],
    {
      cwd: home,
      // Other users of this machine can read arguments.
      env: { PATH: process.env.PATH, HOME: home, JUPYTER_TOKEN: token },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  await listening(child);
  child.unref();
  return { pid: child.pid!, port };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`jupyter-server ended with ${String(code)}: ${said.slice(-500)}`)),
    );
    child.stderr?.on('data', (chunk: Buffer) => {
      // Its output is read so that the pipe stays open, and is not kept.
      if (said.length > 20_000) return;
      said += chunk.toString();
      if (/Jupyter Server .* is running at/.test(said)) resolve();
    });
  });
}

import { openTunnel, type Tunnel } from '../../../src/ssh/tunnel/tunnel';
import { serverNode } from '../paths';
import { startProcessGroup, type ProcessGroup } from '../processGroup';
import { ensureServerHost } from '../serverInstall';

export interface InstanceServersOptions {
  /** The ssh config file that has our entries. */
  configFile: string;
  /** Where the person's extensions keep their files. It's one folder for all their windows, as on a desktop. */
  storageFolder: string;
  /** The person's extensions, which are the same in each of their windows. */
  extensionsFolder: string;
}

interface Running {
  group: ProcessGroup;
  tunnel: Tunnel;
}

const startLimitMs = 120_000;

/**
 * VS Code's servers on instances, as Remote-SSH has them: `ssh <alias>` starts one in the instance's home, and a
 * forward of the same entry leads to it from here. In one thing they differ: the server is not downloaded there.
 */
export class InstanceServers {
  readonly #options: InstanceServersOptions;
  readonly #running = new Map<string, Promise<Running>>();

  constructor(options: InstanceServersOptions) {
    this.#options = options;
  }

  /** The port on this computer that leads to the instance's server, which is started if it isn't running. */
  async portOf(alias: string): Promise<number> {
    let running = this.#running.get(alias);
    if (!running) {
      running = this.#start(alias);
      this.#running.set(alias, running);
      const forget = () => this.#running.delete(alias);
      running.then(({ tunnel }) => tunnel.ended.then(forget), forget);
    }
    return (await running).tunnel.localPort;
  }

  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#running.values());
    for (const one of all)
      if (one.status === 'fulfilled') {
        await one.value.tunnel.close();
        await one.value.group.stop();
      }
  }

  async #start(alias: string): Promise<Running> {
    const args = ['-F', this.#options.configFile, alias];
    const command = remoteCommand(await ensureServerHost(), alias, this.#options);
    const said: string[] = [];
    let listening: (port: number) => void;
    const port = new Promise<number>((resolve) => (listening = resolve));
    const group = startProcessGroup('ssh', ['-o', 'BatchMode=yes', ...args, command], {
      env: process.env,
      onLine: (line) => {
        said.push(line);
        const found = /Extension host agent listening on (\d+)/.exec(line)?.[1];
        if (found) listening(Number(found));
      },
    });
    const limit = new Promise<undefined>((resolve) => setTimeout(resolve, startLimitMs, undefined).unref());
    const remotePort = await Promise.race([port, group.ended.then(() => undefined), limit]);
    if (remotePort === undefined) {
      await group.stop();
      throw new Error(`VS Code's server did not start on ${alias}:\n${said.slice(-20).join('\n')}`);
    }
    try {
      return { group, tunnel: await openTunnel({ args, remotePort }) };
    } catch (error) {
      await group.stop();
      throw error;
    }
  }
}

/** One line for the shell of the instance. */
function remoteCommand(main: string, alias: string, options: InstanceServersOptions): string {
  const machineSettings = JSON.stringify({
    'window.title': `\${activeEditorShort}\${separator}\${folderName} [SSH: ${alias}]\${separator}\${appName}`,
  });
  const data = '"$HOME/.vscode-server/data"';
  const server = [
    ...[serverNode(), main, '--host', '127.0.0.1', '--port', '0', '--without-connection-token'],
    ...['--accept-server-license-terms', '--disable-telemetry', '--disable-workspace-trust'],
    ...['--extensions-dir', options.extensionsFolder],
  ];
  return [
    `mkdir -p ${data}/Machine ${data}/User`,
    `ln -sfn ${quote(options.storageFolder)} ${data}/User/globalStorage`,
    `printf %s ${quote(machineSettings)} > ${data}/Machine/settings.json`,
    `exec ${server.map(quote).join(' ')} --server-data-dir "$HOME/.vscode-server"`,
  ].join(' && ');
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

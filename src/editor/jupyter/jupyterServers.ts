import type { Jupyter, JupyterServer, JupyterServerCollection } from '@vscode/jupyter-extension';
import * as vscode from 'vscode';
import { CancelledError } from '../../api/cancelled';
import { describeError } from '../../api/describeError';
import { LocalError, signedIn } from '../../api/localError';
import type { Services } from '../../prompts/services';
import { askedBy } from '../../ask/dialogs';
import { instanceName } from '../../ask/instanceName';
import { jupyterToken, runsJupyter, tunnelToJupyter } from '../../connect/window/jupyter';
import { formatRate } from '../../domain/money/cost';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { hourlyCost } from '../../domain/money/rate';
import { errorWords, ignore } from '../../log/log';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { answersAsJupyter } from '../../ssh/tunnel/plainPort';

type Host = Pick<Jupyter, 'createJupyterServerCollection'>;

/**
 * Offers the running Jupyter instances of the account in use in the kernel picker of the Jupyter extension. Where there
 * are none, the picker has no row of ours. A token is asked for when a server is picked, and handed over in memory.
 */
export class JupyterServers implements vscode.Disposable {
  readonly #services: Services;
  readonly #jupyter: Host;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #collection: JupyterServerCollection | undefined;
  /** What the picker was told last. */
  #offered = '';

  readonly onDidChangeServers = this.#changed.event;

  constructor(services: Services, jupyter: Host) {
    this.#services = services;
    this.#jupyter = jupyter;
    this.#subscription = services.instances.onDidChange(() => this.#update());
    this.#update();
  }

  readonly provideJupyterServers = (): JupyterServer[] =>
    [...this.#services.instances.state.instances.values()].filter(runsJupyter).map((instance) => ({
      id: String(instance.id),
      label: `${instanceName(instance)} · ${formatRate(hourlyCost(instance).now)}`,
    }));

  /** @throws CancellationError, or an Error whose message is a sentence for the person */
  readonly resolveJupyterServer = async (server: JupyterServer): Promise<JupyterServer> => {
    try {
      const connectionInformation = await this.#connect(Number(server.id));
      if (connectionInformation) return { ...server, connectionInformation };
    } catch (error) {
      if (!(error instanceof CancelledError)) {
        this.#services.log.warn(`Jupyter as a kernel failed: ${errorWords(error)}`);
        throw new Error(describeError(error).message, { cause: error });
      }
    }
    throw new vscode.CancellationError();
  };

  dispose(): void {
    this.#subscription.dispose();
    this.#collection?.dispose();
    this.#changed.dispose();
  }

  /** Through a tunnel: the address of the machine has a certificate that proves nothing. */
  async #connect(id: number): Promise<JupyterServer['connectionInformation']> {
    const { ready, accounts, instances } = this.#services;
    await ready;
    const client = signedIn(accounts).instances;
    const before = await client.get(id);
    // Without Jupyter, nothing is started for it.
    let token = jupyterToken(before);
    const localPort = await withCancellableProgress(
      vscode.l10n.t('Connecting to Jupyter'),
      async (progress) => {
        const options = { ...progress, confirmed: false, interactive: true };
        const port = await tunnelToJupyter(askedBy(this.#services, 'unknown'), id, options);
        if (port === undefined || (await answersAsJupyter(port, progress))) return port;
        const instance = instances.get(id);
        throw new LocalError(
          'may_pass',
          vscode.l10n.t(
            'Jupyter on {0} doesn’t answer. It may still be starting.',
            instance ? instanceName(instance) : id,
          ),
        );
      },
    );
    if (localPort === undefined) return undefined;
    // It was started meanwhile, and may have another one.
    if (lifecycleOf(before).phase !== 'running') token = jupyterToken(await client.get(id));
    const baseUrl = vscode.Uri.parse(`http://127.0.0.1:${localPort}/`, true);
    return token === undefined ? { baseUrl } : { baseUrl, token };
  }

  #update(): void {
    const servers = this.provideJupyterServers();
    const offered = JSON.stringify(servers);
    if (offered === this.#offered) return;
    this.#offered = offered;
    if (servers.length === 0) {
      this.#collection?.dispose();
      this.#collection = undefined;
    } else {
      this.#collection ??= this.#jupyter.createJupyterServerCollection('gpu-rental', 'GPU Rental', this);
      this.#changed.fire();
    }
  }
}

/** Offers our servers to the Jupyter extension; undefined if it isn't installed, too old, or doesn't start. */
export async function offerServers(services: Services): Promise<JupyterServers | undefined> {
  const extension = vscode.extensions.getExtension<Partial<Jupyter>>('ms-toolsai.jupyter');
  if (!extension) return undefined;
  await services.ready;
  const why = 'the person sees what is wrong with the other extension';
  const jupyter = await Promise.resolve(extension.activate()).catch(ignore(services.log, why));
  const create = jupyter?.createJupyterServerCollection;
  if (!jupyter || !create) return undefined;
  return new JupyterServers(services, { createJupyterServerCollection: create.bind(jupyter) });
}

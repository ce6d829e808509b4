import * as vscode from 'vscode';
import { CancelledError, throwIfCancelled } from '../../api/cancelled';
import { describeError } from '../../api/describeError';
import { plainLines, plainText, sentenceLimit } from '../../api/plainText';
import type { Services } from '../../prompts/services';
import { askedBy, type Question } from '../../ask/dialogs';
import { instanceOfWindow } from '../../connect/window/followWindow';
import { instanceName } from '../../ask/instanceName';
import { prepareSsh } from '../../connect/prepareSsh';
import { namedInstance } from '../../domain/instances/namedInstance';
import { pipedSsh } from '../../ssh/run/pipedSsh';
import { remoteCommandArguments } from '../../ssh/run/remoteCommand';
import type { TiedProcess } from '../../ssh/run/spawnTied';
import { isRemote } from '../../connect/window/remoteKind';
import { errorWords } from '../../log/log';
import { followScript } from '../../ssh/runs/runs';
import { copyFor, startRunOf } from './localWork';
import { type InstanceTask, readTask } from './taskDefinition';

/**
 * The terminal of a task whose instance isn't ready yet: it may have to be started, if the person agrees, or the SSH
 * config has no entry for it. Then runs ssh behind pipes, because an extension has no terminal of this computer.
 */
export class TaskTerminal implements vscode.Pseudoterminal {
  readonly #services: Services;
  readonly #definition: vscode.TaskDefinition;
  readonly #scope: vscode.TaskScope | vscode.WorkspaceFolder;
  readonly #write = new vscode.EventEmitter<string>();
  readonly #ended = new vscode.EventEmitter<number>();
  readonly #closed = new AbortController();
  #ssh: TiedProcess | undefined;
  #said = '';
  /** A command of ours sends or copies, which its notification alone can cancel; then a run may go on. */
  #own: 'none' | 'works' | 'runs' = 'none';

  readonly onDidWrite = this.#write.event;
  readonly onDidClose = this.#ended.event;

  /** @param definition with its variables replaced */
  constructor(
    services: Services,
    definition: vscode.TaskDefinition,
    scope: vscode.TaskScope | vscode.WorkspaceFolder = vscode.TaskScope.Workspace,
  ) {
    this.#services = services;
    this.#definition = definition;
    this.#scope = scope;
  }

  open(size: vscode.TerminalDimensions | undefined): void {
    void this.#run(size).then(
      (code) => this.#ended.fire(code),
      (error: unknown) => this.#fail(error),
    );
  }

  close(): void {
    this.#closed.abort();
    this.#ssh?.end();
  }

  handleInput(data: string): void {
    if (this.#ssh) this.#ssh.child.stdin?.write(data);
    // Ctrl+C, as long as nothing runs there.
    else if (data === '\u0003') {
      this.#closed.abort();
      if (this.#own === 'works') this.#say(vscode.l10n.t('Use Cancel in the notification to cancel this.'));
    }
  }

  /** Resolves to the command's exit code. */
  async #run(size: vscode.TerminalDimensions | undefined): Promise<number> {
    const task = readTask(this.#definition);
    const id = await this.#find(task);
    throwIfCancelled(this.#closed.signal);
    if (task.kind !== 'command') this.#own = 'works';
    if (task.kind === 'copy') {
      this.#say(await copyFor(this.#scope, id, task));
      return 0;
    }
    const remote =
      task.kind === 'run'
        ? { command: followScript(await startRunOf(this.#scope, id, task.file)), cwd: undefined }
        : task;
    this.#own = task.kind === 'run' ? 'runs' : 'none';
    const alias = await this.#prepare(id, task);
    if (alias === undefined) throw new CancelledError();
    const setup = this.#services.sshSetup();
    const command = size ? `${withSize(size)}${remote.command}` : remote.command;
    const args = remoteCommandArguments({ alias, ...setup }, { ...remote, command }, { forced: true });
    return this.#runSsh(setup.program, args);
  }

  async #find({ instance }: InstanceTask): Promise<number> {
    const { ready, instances } = this.#services;
    await ready;
    if (typeof instance === 'string') await instances.refresh();
    return namedInstance(instances.state.instances.values(), instance);
  }

  async #prepare(id: number, task: InstanceTask): Promise<string | undefined> {
    const asking = askedBy(this.#services, 'task');
    const isAsked = task.kind === 'command' && isForeign(id);
    if (isAsked && !(await asking.dialogs.confirm(foreignQuestion(asking, id, task.command))))
      return undefined;
    const prepared = await prepareSsh(asking, id, {
      confirmed: false,
      interactive: true,
      signal: this.#closed.signal,
      report: (message) => this.#say(message),
    });
    return prepared?.alias;
  }

  #runSsh(program: string, args: readonly string[]): Promise<number> {
    const { ssh, ended } = pipedSsh(program, args, (text) => this.#write.fire(text));
    this.#ssh = ssh;
    return ended;
  }

  #fail(error: unknown): void {
    const isCancelled = error instanceof CancelledError;
    if (!isCancelled) this.#services.log.warn(`A task failed: ${errorWords(error)}`);
    this.#say(isCancelled ? this.#cancelled() : describeError(error).message);
    this.#ended.fire(1);
  }

  #cancelled(): string {
    return this.#own === 'runs'
      ? vscode.l10n.t('The run goes on. To end it, use Stop Run… in the Runs view.')
      : vscode.l10n.t('Canceled. The command didn’t run.');
  }

  /** A line, unless it is the last one again. */
  #say(message: string): void {
    const line = plainText(message, sentenceLimit);
    if (line !== this.#said) this.#write.fire(`${line}\r\n`);
    this.#said = line;
  }
}

/**
 * In a window on another machine, its `tasks.json` is that machine's: whoever has it could run commands on all of the
 * person's instances.
 */
export const isForeign = (id: number): boolean =>
  isRemote(vscode.env.remoteName) && id !== instanceOfWindow();

function foreignQuestion({ instances }: Pick<Services, 'instances'>, id: number, command: string): Question {
  const instance = instances.get(id);
  const name = instance ? instanceName(instance) : vscode.l10n.t('instance {0}', id);
  return {
    message: vscode.l10n.t('Run a command on {0}?', name),
    detail: `${vscode.l10n.t('The task comes from the machine that this window is on, which is another one.')}\n\n${plainLines(command, 2000)}`,
    yes: vscode.l10n.t('Run'),
    warns: true,
  };
}

/** Tells programs there how wide the terminal is: pipes don't. */
const withSize = ({ columns, rows }: vscode.TerminalDimensions): string =>
  `stty cols ${columns} rows ${rows} 2>/dev/null\n`;

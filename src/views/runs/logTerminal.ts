import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { plainText } from '../../api/plainText';
import { formatSentences } from '../../domain/format';
import type { pipedSsh } from '../../ssh/run/pipedSsh';

export interface ShownLog {
  runId: string;
  /** The instance that writes it. */
  instanceName: string;
  /** Starts what writes the log, once there is a terminal for it. */
  start: (write: (text: string) => void) => ReturnType<typeof pipedSsh>;
  /** Why the connection was lost, as a sentence. */
  whyLost: () => Promise<string>;
}

/**
 * The terminal that shows the log of a run. It only shows: the keys that close it are all that it takes. Whatever ends the
 * log, it says so and stays until a key is pressed: the machine may stop itself, which is no error.
 */
export class LogTerminal implements vscode.Pseudoterminal {
  readonly runId: string;
  readonly #log: ShownLog;
  readonly #write = new vscode.EventEmitter<string>();
  readonly #ended = new vscode.EventEmitter<number>();
  #end: (() => void) | undefined;
  #state: 'shows' | 'over' | 'closed' = 'shows';

  readonly onDidWrite = this.#write.event;
  readonly onDidClose = this.#ended.event;

  constructor(log: ShownLog) {
    this.runId = log.runId;
    this.#log = log;
  }

  open(): void {
    const { instanceName } = this.#log;
    this.#write.fire(`${vscode.l10n.t('Connecting to {0}', plainText(instanceName, 80))}…\r\n`);
    const { ssh, ended } = this.#log.start((text) => this.#write.fire(text));
    this.#end = ssh.end;
    void ended
      .then((code) => (code === 0 || this.#state === 'closed' ? isOver() : this.#log.whyLost()))
      .catch((error: unknown) => describeError(error).message)
      .then((why) => this.#say(why));
  }

  close(): void {
    this.#state = 'closed';
    this.#end?.();
  }

  handleInput(data: string): void {
    const closes = data === '\u0003' || (this.#state === 'over' && data === '\r');
    if (!closes) return;
    this.close();
    this.#ended.fire(0);
  }

  #say(why: string): void {
    if (this.#state === 'closed') return;
    this.#state = 'over';
    this.#write.fire(`\r\n${formatSentences([why, vscode.l10n.t('Press Enter to close this log.')])}\r\n`);
  }
}

const isOver = (): string => vscode.l10n.t('The run is over.');

import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { orElse } from '../../api/schemas/fields';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import { ignore, type Log } from '../../log/log';
import type { InstanceStore } from '../instances/instanceStore';

/** What a person does on the way to a GPU and back. Each is the end of a step of the walkthrough. */
export const milestones = ['keyRegistered', 'offersFound', 'rented', 'connected', 'stopped'] as const;
export type Milestone = (typeof milestones)[number];

const stateKey = 'gpuRental.milestones';
const schema = orElse(z.array(z.string()), []);

/** The context key that checks off a step of the walkthrough in package.json. */
export const milestoneKey = (milestone: Milestone): string => `gpuRental.done.${milestone}`;

/**
 * What was done at least once on this computer. A context key is set when it is done, and again in each later window.
 */
export class Milestones {
  readonly #globalState: vscode.Memento;
  readonly #log: Log;
  readonly #reached = new Set<Milestone>();

  constructor(globalState: vscode.Memento, log: Log) {
    this.#globalState = globalState;
    this.#log = log;
    const kept = this.#kept();
    for (const milestone of milestones) if (kept.includes(milestone)) this.#show(milestone);
  }

  /** Remembers that it was done. Does nothing if that is known. */
  reached(milestone: Milestone): void {
    if (this.#reached.has(milestone)) return;
    this.#show(milestone);
    // Another window may have added one since.
    const kept = this.#kept();
    if (kept.includes(milestone)) return;
    this.#globalState
      .update(stateKey, [...kept, milestone])
      .then(undefined, ignore(this.#log, 'this window shows it, and VS Code remembers the step'));
  }

  #kept(): readonly string[] {
    return schema.parse(this.#globalState.get(stateKey) ?? []);
  }

  #show(milestone: Milestone): void {
    this.#reached.add(milestone);
    void vscode.commands.executeCommand('setContext', milestoneKey(milestone), true);
  }
}

/** Notices steps that the list of instances shows, whether done here, in another window or in the web console. */
export function followInstances(
  instances: Pick<InstanceStore, 'get' | 'onDidChange'>,
  milestones: Pick<Milestones, 'reached'>,
): vscode.Disposable {
  const isStopped = (id: number): boolean => {
    const instance = instances.get(id);
    return instance !== undefined && lifecycleOf(instance).phase === 'stopped';
  };
  return instances.onDidChange(({ added, changed, gone }) => {
    const seen = [...added, ...changed].filter(isReadable);
    if (seen.length > 0) milestones.reached('rented');
    // One that is gone was destroyed.
    if (gone.length > 0 || seen.some(isStopped)) milestones.reached('stopped');
  });
}

/** Rows of the list that can't be read have ids below zero. */
const isReadable = (id: number): boolean => id > 0;

import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import { formatList } from '../domain/format';
import type { SharedInstance } from '../domain/instances/sharedInstance';

/** The name of an instance in a sentence: its label, else its GPU, always with its id. */
export function instanceName(
  instance: Pick<SharedInstance, 'id' | 'label' | 'gpu_name' | 'num_gpus'>,
): string {
  return `${instanceTitle(instance)} (${instance.id})`;
}

/** Its label, else its GPU: for where there is no room for more. */
export const instanceTitle = (instance: Pick<SharedInstance, 'label' | 'gpu_name' | 'num_gpus'>): string =>
  plainText(instance.label ?? '', 60) || gpuTitle(instance);

/** "2× RTX 4090". */
export function gpuTitle({ gpu_name, num_gpus }: Pick<SharedInstance, 'gpu_name' | 'num_gpus'>): string {
  const name = plainText(gpu_name ?? '', 40) || vscode.l10n.t('GPU');
  return num_gpus === undefined ? name : `${num_gpus}× ${name}`;
}

/** As many names as a person reads in a notification. */
export const fewNames = (names: readonly string[]): string =>
  names.length > 5 ? [...names.slice(0, 5), '…'].join(', ') : formatList(names);

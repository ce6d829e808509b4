import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import type { Instance } from '../api/schemas/instance';

/** What an instance is called in a sentence: its label, else its GPU, always with its id. */
export function instanceName(instance: Pick<Instance, 'id' | 'label' | 'gpu_name' | 'num_gpus'>): string {
  const label = plainText(instance.label ?? '', 60);
  return label ? `${label} (${instance.id})` : `${gpuTitle(instance)} (${instance.id})`;
}

/** "2× RTX 4090". */
export function gpuTitle({ gpu_name, num_gpus }: Pick<Instance, 'gpu_name' | 'num_gpus'>): string {
  const name = plainText(gpu_name ?? '', 40) || vscode.l10n.t('GPU');
  return num_gpus === undefined ? name : `${num_gpus}× ${name}`;
}

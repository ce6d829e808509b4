import * as vscode from 'vscode';
import { envProblem } from '../../domain/envFlags';
import { joinEnv, splitEnv } from '../../domain/launchDraft';
import { askKept, type Field, mapStep, titleOf } from './field';
import { withField } from './formState';

/** The port mappings, which are part of the field `env` (specification, Env formats). */
export const portsField: Field = {
  key: 'ports',
  icon: 'plug',
  label: vscode.l10n.t('Port mappings'),
  group: vscode.l10n.t('what runs'),
  value: ({ resolved }) => splitEnv(resolved.values.env).ports.join(', ') || vscode.l10n.t('none'),
  edit: async (view, tools) => {
    const { variables, ports } = splitEnv(view.draft.env);
    const step = await askKept(view, tools, 'ports', {
      title: titleOf(vscode.l10n.t('Port Mappings')),
      prompt: vscode.l10n.t('host:container, separated by spaces; /udp where it is not TCP. Empty for none'),
      placeholder: '8000:8000 6006:6006/udp',
      value: ports.join(' '),
      validate: (text) => splitPorts(text).flatMap((port) => envProblem(`-p ${port}`, '1') ?? [])[0],
    });
    const { ports: _, ...typed } = view.typed;
    return mapStep(step, (text) => {
      const env = joinEnv(variables, splitPorts(text));
      return { ...withField(view, 'env', Object.keys(env).length > 0 ? env : undefined), typed };
    });
  },
};

const splitPorts = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

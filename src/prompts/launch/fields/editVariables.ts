import * as vscode from 'vscode';
import { plainText } from '../../../api/plainText';
import { parseDotenv, printDotenv, withReferences } from '../../../domain/dotenv';
import { isOption, portEntry, parseDockerFlags, printDockerFlags } from '../../../domain/launch/envFlags';
import { joinEnv, splitEnv } from '../../../domain/launch/launchDraft';
import { type FormState, type FormView, withField } from '../../../domain/launch/form/state';
import { envField, ownVariables, variablesFile, withVariables } from '../../../domain/launch/form/env';
import { launchOfTemplate } from '../../../domain/launch/launchPrecedence';
import {
  looksSecret,
  parseReference,
  printReference,
  type SecretReference,
} from '../../../domain/secretReference';
import type { LaunchSecrets } from '../../../stores/launch/launchSecrets';
import { pick, pickMany, type Step } from '../../steps';
import { askHeld, done, type FieldTools, titleOf, withoutHeld } from './field';
import { keepable, settled } from '../../../views/launch/texts';

type Action = 'editor' | 'flags' | 'secrets' | 'add';
interface Row extends vscode.QuickPickItem {
  action?: Action;
  variable?: string;
  /** The typed text. */
  text?: string;
}

export async function editVariables(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const step = await pick(rows(view), {
    title: titleOf(envField, tools),
    placeholder: vscode.l10n.t('Type NAME=value to add one'),
    back: true,
    typed: (text) => {
      const line = parseDotenv(text).variables;
      const [name] = Object.keys(line);
      return name === undefined || !text.includes('=') || text.startsWith('-')
        ? undefined
        : {
            label: vscode.l10n.t('$(add) Add {0}', plainText(name, 60)),
            description: plainText(text),
            action: 'add' as const,
            text,
          };
    },
  });
  if (step.kind !== 'done' || !step.value.item) return step.kind === 'done' ? done(view) : step;
  const { action, variable, text = '' } = step.value.item;
  if (variable !== undefined) return editOne(view, tools, variable);
  if (action === 'flags') return editFlags(view, tools);
  if (action === 'secrets') return chooseSecrets(view, tools);
  if (action === 'add')
    return done(await takeVariables(view, tools.services.launchSecrets, `${textOf(view)}${text}\n`));
  return editInTab(view, tools);
}

/** The last typed text, including lines that couldn't be read; else the current variables. */
function textOf(view: FormView): string {
  const text = view.typed[variablesFile] ?? printDotenv(ownVariables(view));
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function rows(view: FormView): Row[] {
  const { variables } = splitEnv(view.resolved.values.env);
  const own = ownVariables(view);
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  return [
    {
      label: vscode.l10n.t('$(edit) Edit in Editor Tab'),
      description: vscode.l10n.t('NAME=value lines'),
      action: 'editor',
    },
    {
      label: vscode.l10n.t('$(terminal) Enter as Docker Flags'),
      description: '-e NAME=value -p 8000:8000',
      action: 'flags',
    },
    ...(Object.keys(own).length > 0
      ? [{ label: vscode.l10n.t('$(lock) Choose Secret Variables…'), action: 'secrets' as const }]
      : []),
    separator,
    ...Object.entries(variables).map(([name, value]) => ({
      label: plainText(name, 60),
      description: typeof value === 'string' ? plainText(value, 80) : vscode.l10n.t('secret'),
      ...(own[name] === undefined ? { detail: vscode.l10n.t('from the template') } : {}),
      variable: name,
    })),
  ];
}

/** One variable. If nothing is typed, empty and secret ones keep their value. */
async function editOne(view: FormView, tools: FieldTools, name: string): Promise<Step<FormState>> {
  const { launchSecrets } = tools.services;
  const held = splitEnv(view.resolved.values.env).variables[name] ?? '';
  const secret = typeof held !== 'string' || looksSecret(name);
  const key = `env.${name}`;
  const step = await askHeld(view, tools, key, {
    title: titleOf(envField, tools),
    prompt:
      typeof held === 'string'
        ? vscode.l10n.t('Value of {0}', plainText(name, 60))
        : vscode.l10n.t('Value of {0} (leave empty to keep the stored secret)', plainText(name, 60)),
    value: typeof held === 'string' ? held : '',
    password: secret,
  });
  if (step.kind !== 'done') return step;
  const state = await withoutHeld(view, launchSecrets, key);
  if (step.value === '' && typeof held !== 'string') return done(state);
  const value = secret ? await hidden(launchSecrets, name, step.value) : step.value;
  return done(withVariables(state, { ...ownVariables(view), [name]: value }));
}

/** Stores a secret value; what stands for it. */
async function hidden(
  launchSecrets: LaunchSecrets,
  variable: string,
  text: string,
): Promise<SecretReference> {
  const secret = await launchSecrets.freeName(variable, text);
  await launchSecrets.set(secret, text);
  return { secret };
}

async function editInTab(view: FormView, { services, keepTyped }: FieldTools): Promise<Step<FormState>> {
  const text = await services.editors.edit({
    file: 'variables.env',
    text: view.typed[variablesFile] ?? header(view) + printDotenv(ownVariables(view)),
    onSave: (saved) => keepTyped(variablesFile, saved),
  });
  return done(await takeVariables(view, services.launchSecrets, text));
}

function header({ template }: FormView): string {
  const inherited = template ? launchOfTemplate(template).env : {};
  const lines = [
    vscode.l10n.t('Environment variables, one NAME=value per line.'),
    vscode.l10n.t('Save or close this tab to return to the form.'),
    vscode.l10n.t('Values that look secret (…_TOKEN, …_KEY) are kept only in secret storage.'),
    ...Object.entries(inherited)
      .filter(([name]) => !isOption(name))
      .map(([name, value]) =>
        vscode.l10n.t('Set by the template unless set here: {0}', plainText(`${name}=${value}`, 120)),
      ),
  ];
  return lines.map((line) => `# ${line}\n`).join('');
}

/** Applies the variables of a text. Secrets are stored under their own names. */
export async function takeVariables(
  state: FormState,
  launchSecrets: LaunchSecrets,
  text: string,
): Promise<FormState> {
  const isSecret = (name: string): boolean => typeof state.draft.env?.[name] === 'object';
  const kept = await keepable('variables.env', text, launchSecrets, isSecret);
  const { variables, problems } = parseDotenv(kept);
  const entries = await Promise.all(
    Object.entries(variables).map(
      async ([name, value]) =>
        [name, typeof value === 'string' ? value : await settled(name, value, launchSecrets)] as const,
    ),
  );
  const settledReferences = new Map(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value] as const])),
  );
  const { [variablesFile]: _, ...typed } = state.typed;
  return {
    ...withVariables(state, Object.fromEntries(entries)),
    // Lines that couldn't be read aren't lost: the next edit shows them again.
    typed:
      problems.length > 0 ? { ...typed, [variablesFile]: withReferences(kept, settledReferences) } : typed,
  };
}

/** Variables and ports together, in the format of `docker run` and templates. */
async function editFlags(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { variables, ports } = splitEnv(view.draft.env);
  const shown = Object.entries(variables).map(
    ([name, value]) => [name, typeof value === 'string' ? value : printReference(value)] as const,
  );
  const key = 'env.flags';
  const step = await askHeld(view, tools, key, {
    title: titleOf({ label: vscode.l10n.t('Docker Flags') }, tools),
    prompt: vscode.l10n.t('Variables and ports, such as -e NAME="a value" -p 8000:8000/udp'),
    value: printDockerFlags({ ...Object.fromEntries(shown), ...Object.fromEntries(ports.map(portEntry)) }),
    validate: flagsProblem,
  });
  if (step.kind !== 'done') return step;
  const read = splitEnv(parseDockerFlags(step.value).env);
  const written = Object.entries(read.variables).map(
    ([name, value]) => [name, typeof value === 'string' ? (parseReference(value) ?? value) : value] as const,
  );
  const state = await withoutHeld(view, tools.services.launchSecrets, key);
  const withPorts = withField(state, 'env', joinEnv(Object.fromEntries(written), read.ports));
  return done(
    await takeVariables(
      { ...view, ...withPorts },
      tools.services.launchSecrets,
      printDotenv(Object.fromEntries(written)),
    ),
  );
}

/** A flag that the service ignores would be dropped by the form, so the person takes it out. */
function flagsProblem(text: string): string | undefined {
  const parsed = parseDockerFlags(text);
  if (parsed.problem) return parsed.problem.message;
  const [first] = parsed.ignored;
  return first === undefined
    ? undefined
    : vscode.l10n.t('The service ignores “{0}”. Remove it.', plainText(first, 60));
}

async function chooseSecrets(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { launchSecrets } = tools.services;
  const variables = ownVariables(view);
  const step = await pickMany(
    Object.keys(variables).map((name) => ({ name, label: plainText(name, 60) })),
    {
      title: titleOf({ label: vscode.l10n.t('Secret Variables') }, tools),
      placeholder: vscode.l10n.t(
        'Selected variables are kept in the system’s secret storage and never shown',
      ),
      back: true,
      selected: ({ name }) => typeof variables[name] === 'object',
    },
  );
  if (step.kind !== 'done') return step;
  const secret = new Set(step.value.map(({ name }) => name));
  const entries = await Promise.all(
    Object.entries(variables).map(async ([name, value]) => {
      if (typeof value === 'string' && secret.has(name)) {
        return [name, await hidden(launchSecrets, name, value)] as const;
      }
      if (typeof value !== 'string' && !secret.has(name)) {
        // One that isn't on this computer stays a secret, so that renting asks for it.
        return [name, (await launchSecrets.get(value.secret)) ?? value] as const;
      }
      return [name, value] as const;
    }),
  );
  return done(withVariables(view, Object.fromEntries(entries)));
}

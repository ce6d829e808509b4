import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { parseDotenv, printDotenv, type Variables, withReferences } from '../../domain/dotenv';
import { isPortMapping, parseDockerFlags, printDockerFlags } from '../../domain/envFlags';
import { joinEnv, splitEnv } from '../../domain/launchDraft';
import { launchOfTemplate } from '../../domain/launchPrecedence';
import { looksSecret, parseReference, printReference } from '../../domain/secretReference';
import type { LaunchSecrets } from '../../stores/launchSecrets';
import { pick, pickMany, type Step } from '../wizard/steps';
import { askHeld, done, type Field, type FieldTools, titleOf, withoutHeld } from './field';
import { type FormState, type FormView, withField } from './formState';
import { keepable, settled } from './texts';

const group = vscode.l10n.t('what runs');
export const variablesFile = '/variables.env';
const title = titleOf(vscode.l10n.t('Variables'));

type Action = 'editor' | 'flags' | 'secrets' | 'add';
interface Row extends vscode.QuickPickItem {
  action?: Action;
  variable?: string;
}

export const envField: Field = {
  key: 'env',
  icon: 'symbol-variable',
  label: vscode.l10n.t('Environment variables'),
  group,
  value: ({ resolved, draft, typed }) => {
    if (typed[variablesFile] !== undefined) return vscode.l10n.t('typed, not taken over yet');
    const names = Object.keys(splitEnv(resolved.values.env).variables);
    if (names.length === 0) return vscode.l10n.t('none');
    const inherited = names.filter((name) => draft.env?.[name] === undefined).length;
    const listed = plainText(names.join(', '), 80);
    return inherited > 0 ? vscode.l10n.t('{0} · {1} from the template', listed, inherited) : listed;
  },
  edit: async (view, tools) => {
    const step = await pick(rows(view), {
      title,
      placeholder: vscode.l10n.t('Type NAME=value to add one'),
      back: true,
      typed: (text) => {
        const line = parseDotenv(text).variables;
        const [name] = Object.keys(line);
        return name === undefined || !text.includes('=') || text.startsWith('-')
          ? undefined
          : { label: vscode.l10n.t('$(add) Add {0}', name), description: text, action: 'add' as const };
      },
    });
    if (step.kind !== 'done' || !step.value.item) return step.kind === 'done' ? done(view) : step;
    const { action, variable, description = '' } = step.value.item;
    if (variable !== undefined) return editOne(view, tools, variable);
    if (action === 'flags') return editFlags(view, tools);
    if (action === 'secrets') return chooseSecrets(view, tools);
    if (action === 'add')
      return done(await takeVariables(view, tools.services.launchSecrets, `${textOf(view)}${description}\n`));
    return editInTab(view, tools);
  },
};

const ownVariables = ({ draft }: FormView): Variables => splitEnv(draft.env).variables;

/** As it was typed last, with lines that could not be read; else as it is. */
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
      label: vscode.l10n.t('$(edit) Edit in an editor tab'),
      description: vscode.l10n.t('NAME=value lines'),
      action: 'editor',
    },
    {
      label: vscode.l10n.t('$(terminal) Type as Docker flags'),
      description: '-e NAME=value -p 8000:8000',
      action: 'flags',
    },
    ...(Object.keys(own).length > 0
      ? [{ label: vscode.l10n.t('$(lock) Choose which are secret…'), action: 'secrets' as const }]
      : []),
    separator,
    ...Object.entries(variables).map(([name, value]) => ({
      label: name,
      description: typeof value === 'string' ? plainText(value, 80) : vscode.l10n.t('secret'),
      ...(own[name] === undefined ? { detail: vscode.l10n.t('from the template') } : {}),
      variable: name,
    })),
  ];
}

/** One variable; empty and secret ones keep what they have when nothing is typed. */
async function editOne(view: FormView, tools: FieldTools, name: string): Promise<Step<FormState>> {
  const { launchSecrets } = tools.services;
  const held = splitEnv(view.resolved.values.env).variables[name] ?? '';
  const secret = typeof held !== 'string' || looksSecret(name);
  const key = `env.${name}`;
  const step = await askHeld(view, tools, key, {
    title,
    prompt:
      typeof held === 'string'
        ? vscode.l10n.t('Value of {0}', name)
        : vscode.l10n.t('Value of {0}; empty keeps the secret that is stored', name),
    value: typeof held === 'string' ? held : '',
    password: secret,
  });
  if (step.kind !== 'done') return step;
  const state = await withoutHeld(view, launchSecrets, key);
  if (step.value === '' && typeof held !== 'string') return done(state);
  const value = secret ? await hidden(name, step.value) : step.value;
  const { variables, ports } = splitEnv(view.draft.env);
  return done(withField(state, 'env', joinEnv({ ...variables, [name]: value }, ports)));

  async function hidden(variable: string, text: string) {
    const chosen = await launchSecrets.freeName(variable, text);
    await launchSecrets.set(chosen, text);
    return { secret: chosen };
  }
}

async function editInTab(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const text = view.typed[variablesFile] ?? header(view) + printDotenv(ownVariables(view));
  const kept = await tools.services.editors.edit({
    file: 'variables.env',
    text,
    onSave: (saved) => tools.keepTyped(variablesFile, saved),
  });
  return done(await takeVariables(view, tools.services.launchSecrets, kept));
}

function header({ template }: FormView): string {
  const inherited = template ? launchOfTemplate(template).env : {};
  const lines = [
    vscode.l10n.t('Environment variables, one NAME=value a line.'),
    vscode.l10n.t('Save or close this tab to go back to the launch form.'),
    vscode.l10n.t('What looks secret (…_TOKEN, …_KEY) is kept in secret storage only.'),
    ...Object.entries(inherited)
      .filter(([name]) => !isPortMapping(name))
      .map(([name, value]) =>
        vscode.l10n.t('From the template, unless set here: {0}', `${name}=${plainText(value, 80)}`),
      ),
  ];
  return lines.map((line) => `# ${line}\n`).join('');
}

/** Takes the variables of a text over; secrets are stored under names of their own. */
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
  const env = joinEnv(Object.fromEntries(entries), splitEnv(state.draft.env).ports);
  const { [variablesFile]: _, ...typed } = state.typed;
  return {
    ...withField(state, 'env', Object.keys(env).length > 0 ? env : undefined),
    // Lines that could not be read are not lost: the next edit shows them again.
    typed:
      problems.length > 0 ? { ...typed, [variablesFile]: withReferences(kept, settledReferences) } : typed,
  };
}

/** Variables and ports together, as they are written for `docker run` and in templates. */
async function editFlags(view: FormView, tools: FieldTools): Promise<Step<FormState>> {
  const { variables, ports } = splitEnv(view.draft.env);
  const shown = Object.entries(variables).map(
    ([name, value]) => [name, typeof value === 'string' ? value : printReference(value)] as const,
  );
  const key = 'env.flags';
  const step = await askHeld(view, tools, key, {
    title: titleOf(vscode.l10n.t('Docker Flags')),
    prompt: vscode.l10n.t('Variables and ports, such as -e NAME="a value" -p 8000:8000/udp'),
    value: printDockerFlags({
      ...Object.fromEntries(shown),
      ...Object.fromEntries(ports.map((p) => [`-p ${p}`, '1'])),
    }),
    validate: (text) => parseDockerFlags(text).problem?.message,
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

async function chooseSecrets(view: FormView, { services }: FieldTools): Promise<Step<FormState>> {
  const { launchSecrets } = services;
  const { variables, ports } = splitEnv(view.draft.env);
  const step = await pickMany(
    Object.keys(variables).map((label) => ({ label })),
    {
      title: titleOf(vscode.l10n.t('Secret Variables')),
      placeholder: vscode.l10n.t(
        'Checked ones are kept in the system’s secret storage and never shown or saved',
      ),
      back: true,
      selected: ({ label }) => typeof variables[label] === 'object',
    },
  );
  if (step.kind !== 'done') return step;
  const secret = new Set(step.value.map(({ label }) => label));
  const entries = await Promise.all(
    Object.entries(variables).map(async ([name, value]) => {
      if (typeof value === 'string' && secret.has(name)) {
        const chosen = await launchSecrets.freeName(name, value);
        await launchSecrets.set(chosen, value);
        return [name, { secret: chosen }] as const;
      }
      if (typeof value !== 'string' && !secret.has(name)) {
        return [name, (await launchSecrets.get(value.secret)) ?? ''] as const;
      }
      return [name, value] as const;
    }),
  );
  return done(withField(view, 'env', joinEnv(Object.fromEntries(entries), ports)));
}

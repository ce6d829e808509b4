import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { confirmFor } from '../../ask/confirmFor';
import { sayLate, showStatus } from '../../ask/notify';
import { PersonCall } from '../../ask/caller';
import { callCommand } from '../../commandNames';
import { accountName } from '../../domain/account/accountName';
import type { Services } from '../../prompts/services';
import { type Action, askText, pickAction, pickOne } from '../../prompts/steps';
import { type AccountInUse, accountInUse, mustBeInUse } from '../../stores/account/accountInUse';
import { type Call, read } from '../call';

type VariableServices = Pick<Services, 'accounts' | 'dialogs' | 'features' | 'log'>;

/** Characters of a name and of a value that the service takes at most. */
const longestName = 256;
const longestValue = 32_768;

const nameSchema = z.string().check(z.refine((name) => nameProblem(name) === undefined));
const valueSchema = z.string().check(z.minLength(1), z.maxLength(longestValue));

/** The names of the account's variables; their values are never read. A person sets and removes them from the list. */
export async function listVariables(services: VariableServices, call: Call): Promise<string[]> {
  const who = accountInUse(services.accounts);
  const names = await loaded(call, namesOf(services, who));
  if (!call.interactive) return names;
  for (;;) {
    const item = await pickOne<vscode.QuickPickItem & { name?: string }>(
      [
        ...names.map((name) => ({ name, label: plainText(name, 80), description: '••••••' })),
        { label: vscode.l10n.t('$(add) Set Variable…') },
      ],
      {
        title: vscode.l10n.t('Variables of {0}', accountName(who.account)),
        placeholder: vscode.l10n.t('Every container gets them when it starts. Values aren’t shown'),
      },
    );
    if (!item) return names;
    const { name } = item;
    if (name === undefined) {
      await callCommand('setVariable', new PersonCall({}));
      return names;
    }
    const actions: Action[] = [
      {
        label: vscode.l10n.t('$(edit) Set Value…'),
        run: () => callCommand('setVariable', new PersonCall({ name })),
      },
      {
        label: vscode.l10n.t('$(trash) Remove Variable…'),
        run: () => callCommand('removeVariable', new PersonCall({ name })),
      },
    ];
    if ((await pickAction(plainText(name, 80), actions)) === 'done') return names;
  }
}

/** Sets one: `{name, value, confirmed}`. A person types the value, which is not shown. */
export async function setVariable(
  services: VariableServices,
  call: Call,
): Promise<{ name: string; isNew: boolean } | undefined> {
  const who = accountInUse(services.accounts);
  const given = read(call.arguments, 'value', z.optional(valueSchema));
  const name = read(call.arguments, 'name', z.optional(nameSchema)) ?? (await askName(call));
  if (name === undefined) return undefined;
  const value = given ?? (await askValue(call, name));
  if (value === undefined) return undefined;
  const isNew = !(await loaded(call, namesOf(services, who))).includes(name);
  const shown = plainText(name, 80);
  const agreed = await confirmFor(services, who, {
    message: isNew
      ? vscode.l10n.t('Set the variable {0}?', shown)
      : vscode.l10n.t('Replace the value of {0}?', shown),
    detail: vscode.l10n.t(
      'The service stores the value, and every container that starts from then on gets it, on machines of any host.',
    ),
    yes: isNew ? vscode.l10n.t('Set') : vscode.l10n.t('Replace'),
    warns: !isNew,
    confirmed: call.confirmed,
  });
  if (!agreed) return undefined;
  const setting = who.client.secrets.set(name, value, isNew);
  await sayLate(call.interactive && vscode.l10n.t('Setting the variable…'), setting);
  services.log.info('Set a variable of the account.');
  if (call.interactive) showStatus('check', vscode.l10n.t('Variable {0} set', shown), 5000);
  return { name, isNew };
}

/** Removes one: `{name, confirmed}`. Containers that run keep it. */
export async function removeVariable(
  services: VariableServices,
  call: Call,
): Promise<{ name: string } | undefined> {
  const who = accountInUse(services.accounts);
  const names = await loaded(call, namesOf(services, who));
  const name = read(call.arguments, 'name', z.optional(z.string())) ?? (await pickName(names));
  if (name === undefined) return undefined;
  const shown = plainText(name, 80);
  if (!names.includes(name))
    throw new LocalError('not_found', vscode.l10n.t('There is no variable named {0}.', shown));
  const question = {
    message: vscode.l10n.t('Remove the variable {0}?', shown),
    detail: vscode.l10n.t('Its value is lost. Containers that start later won’t have it.'),
    yes: vscode.l10n.t('Remove'),
    warns: true,
    confirmed: call.confirmed,
  };
  if (!(await confirmFor(services, who, question))) return undefined;
  const removing = who.client.secrets.remove(name);
  await sayLate(call.interactive && vscode.l10n.t('Removing the variable…'), removing);
  services.log.info('Removed a variable of the account.');
  if (call.interactive) showStatus('check', vscode.l10n.t('Variable {0} removed', shown), 5000);
  return { name };
}

async function namesOf({ accounts, features }: VariableServices, who: AccountInUse): Promise<string[]> {
  const names = await features.use('variables', () => who.client.secrets.list());
  mustBeInUse(accounts, who);
  return names.sort();
}

const loaded = ({ interactive }: Call, loading: Promise<string[]>): Promise<string[]> =>
  sayLate(interactive && vscode.l10n.t('Loading variables…'), loading);

async function askName(call: Call): Promise<string | undefined> {
  mustAsk(call, 'name');
  return askText({
    title: vscode.l10n.t('Set Variable'),
    prompt: vscode.l10n.t('Name, such as HF_TOKEN'),
    validate: nameProblem,
  });
}

async function askValue(call: Call, name: string): Promise<string | undefined> {
  mustAsk(call, 'value');
  return askText({
    title: vscode.l10n.t('Set Variable'),
    prompt: vscode.l10n.t(
      'Value of {0}. It isn’t shown, and isn’t kept on this computer.',
      plainText(name, 80),
    ),
    password: true,
    validate: (text) => (text === '' ? vscode.l10n.t('Enter a value.') : undefined),
  });
}

async function pickName(names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0)
    throw new LocalError('nothing_suits', vscode.l10n.t('This account has no variables.'));
  const picked = await pickOne(
    names.map((name) => ({ label: plainText(name, 80), name })),
    { title: vscode.l10n.t('Remove Variable'), placeholder: vscode.l10n.t('Select a variable') },
  );
  return picked?.name;
}

/** A program says all of it. @throws LocalError 'invalid_input' */
function mustAsk(call: Call, argument: string): void {
  if (!call.interactive) read(call.arguments, argument, z.string());
}

function nameProblem(name: string): string | undefined {
  if (name.length > longestName) return vscode.l10n.t('Enter at most {0} characters.', longestName);
  return /^[A-Za-z_]\w*$/.test(name)
    ? undefined
    : vscode.l10n.t('Use letters, digits and underscores, not beginning with a digit.');
}

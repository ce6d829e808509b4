import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { Variables } from '../../dotenv';
import { joinEnv, splitEnv } from '../launchDraft';
import { groups, type LaunchField, withoutTyped } from './field';
import { type FormState, withField } from './state';

/** The name in `typed` of variables in an open editor tab. */
export const variablesFile = '/variables.env';

export const envField: LaunchField = {
  key: 'env',
  icon: 'symbol-variable',
  label: l10n.t('Environment variables'),
  title: l10n.t('Variables'),
  group: groups.runs,
  value: ({ resolved, draft, typed }) => {
    if (typed[variablesFile] !== undefined) return l10n.t('typed, not applied yet');
    const names = Object.keys(splitEnv(resolved.values.env).variables);
    if (names.length === 0) return l10n.t('none');
    const inherited = names.filter((name) => draft.env?.[name] === undefined).length;
    const listed = plainText(names.join(', '), 80);
    return inherited > 0 ? l10n.t('{0} · {1} from the template', listed, inherited) : listed;
  },
  control: { kind: 'variables' },
};

/** The variables that the form sets, without those of the template. */
export const ownVariables = ({ draft }: FormState): Variables => splitEnv(draft.env).variables;

/** The same as the answer to what was typed for a variable and not applied. */
export const withNewVariables = (state: FormState, variables: Variables): FormState =>
  withoutTyped(withVariables(state, variables), (key) => key.startsWith('env.'));

/** The state with these variables in place of its own ones. */
export function withVariables(state: FormState, variables: Variables): FormState {
  const env = joinEnv(variables, splitEnv(state.draft.env).ports);
  return withField(state, 'env', Object.keys(env).length > 0 ? env : undefined);
}

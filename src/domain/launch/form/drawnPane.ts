import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import type { Template } from '../../../api/schemas/templates/template';
import type { Volume } from '../../../api/schemas/volume';
import { splitEnv } from '../launchDraft';
import { onstartLimit } from '../launchRequest';
import { templateName } from '../../templates/templateName';
import type { LaunchField, LineControl } from './field';
import { fieldLabel, fieldOf, fields } from './fields';
import type { KnownImage } from './image';
import { usualRegistry } from './login';
import type { ControlView, ControlViewOf, LaunchFieldView, LaunchView } from './paneView';
import { priceLines, rentLabel } from './priceLines';
import { scriptFile, scriptLength } from './script';
import type { FormView } from './state';
import { lineText, typedProblems } from './typing';
import { drawnVolume } from './drawnVolume';

/** What the pane shows besides the form itself. */
export interface PaneFacts extends Pick<
  LaunchView,
  'title' | 'account' | 'saved' | 'earlier' | 'busy' | 'notice' | 'focus'
> {
  templates: readonly Template[];
  images: readonly KnownImage[];
  /** Undefined if the service lists none. */
  volumes: readonly Volume[] | undefined;
}

/** The launch form as a pane of a panel. */
export function drawnPane(formView: FormView, facts: PaneFacts): LaunchView {
  const view = withTypedProblems(formView);
  const { templates: _t, images: _i, volumes: _v, ...others } = facts;
  const shown = fields.filter((field) => field.shown?.(view) ?? true);
  const names = [...new Set(shown.map(({ group }) => group))];
  const [problem] = view.problems;
  return {
    ...others,
    groups: names.map((name) => ({
      name,
      fields: shown.filter(({ group }) => group === name).map((field) => drawnField(field, view, facts)),
    })),
    price: priceLines(view),
    rent: {
      label: rentLabel(view),
      problem: problem && {
        key: fieldOf(problem.field)?.key ?? '',
        text: `${fieldLabel(problem.field)}: ${plainText(problem.message)}`,
      },
    },
    compares: view.template !== undefined,
  };
}

/** The view in which a text that can't be applied is a problem of its field. */
export function withTypedProblems(view: FormView): FormView {
  const typed = typedProblems(view);
  const keys = new Set(typed.map(({ field }) => field));
  return { ...view, problems: [...typed, ...view.problems.filter(({ field }) => !keys.has(field))] };
}

function drawnField(field: LaunchField, view: FormView, facts: PaneFacts): LaunchFieldView {
  const { key, label, isRare = false, control } = field;
  const isPart = (name: string): boolean => control.kind === 'volume' && name in control.parts;
  const problem = view.problems.find((one) => fieldOf(one.field) === field && !isPart(one.field));
  return {
    key,
    label,
    rare: isRare,
    help: helpOf(field, view),
    problem: problem && plainText(problem.message),
    words: plainText(field.value(view), 120),
    control: drawnControl(field, view, facts),
  };
}

function helpOf({ control }: LaunchField, view: FormView): string {
  switch (control.kind) {
    case 'line':
      return control.prompt(view);
    case 'image':
      return control.line.prompt(view);
    case 'template':
      return l10n.t('Anything not set in the form comes from the template');
    case 'script':
      return l10n.t('Shell commands that run after the instance starts');
    case 'variables':
      return l10n.t('Values that look secret (…_TOKEN, …_KEY) are kept only in secret storage.');
    case 'login':
      return l10n.t('For a private image. The password is kept in the system’s secret storage');
    case 'volume':
      return l10n.t('A separate disk on one machine that stays when the instance is destroyed');
    case 'flag':
    case 'choice':
      return '';
  }
}

function drawnControl({ key, control }: LaunchField, view: FormView, facts: PaneFacts): ControlView {
  switch (control.kind) {
    case 'line':
      return drawnLine(key, control, view);
    case 'image':
      return {
        ...drawnLine(key, control.line, view),
        known: facts.images.map(({ image, from }) => ({
          text: image,
          label: plainText(`${image} (${from})`),
        })),
      };
    case 'flag':
      return { kind: 'flag', on: control.isOn(view), words: control.words };
    case 'choice': {
      const chosen = control.chosen(view) ?? '';
      const missing = chosen === '' ? [{ value: '', label: control.missing }] : [];
      const options = control.options.map(({ value, label }) => ({ value, label }));
      const { detail } = control.options.find(({ value }) => value === chosen) ?? {};
      return { kind: 'choice', chosen, options: [...missing, ...options], detail };
    }
    case 'template':
      return drawnTemplates(view, facts.templates);
    case 'script':
      return {
        kind: 'script',
        text: view.typed[scriptFile] ?? view.resolved.values.onstart ?? '',
        length: l10n.t('{0} of {1} characters', scriptLength(view), onstartLimit),
      };
    case 'variables':
      return drawnVariables(view);
    case 'login':
      return drawnLogin(view);
    case 'volume':
      return drawnVolume(control.parts, view, facts.volumes);
  }
}

function drawnLine(
  key: string,
  { input, unit, placeholder }: LineControl,
  view: FormView,
): ControlViewOf<'line'> {
  return { kind: 'line', input, text: lineText(view, key), unit, placeholder };
}

function drawnTemplates({ template }: FormView, known: readonly Template[]): ControlViewOf<'choice'> {
  const isKnown = template === undefined || known.some(({ id }) => id === template.id);
  return {
    kind: 'choice',
    chosen: template === undefined ? '' : String(template.id),
    options: [
      { value: '', label: l10n.t('No Template') },
      ...[...(isKnown ? [] : [template]), ...known].map((one) => ({
        value: String(one.id),
        label: templateName(one),
      })),
    ],
    detail: template?.desc ? plainText(template.desc, 200) : undefined,
  };
}

function drawnVariables({ draft, resolved }: FormView): ControlViewOf<'variables'> {
  const { variables } = splitEnv(resolved.values.env);
  return {
    kind: 'variables',
    rows: Object.entries(variables).map(([name, value]) => ({
      name,
      label: plainText(name, 60),
      value: typeof value === 'string' ? value : undefined,
      inherited: draft.env?.[name] === undefined,
    })),
  };
}

function drawnLogin({ draft: { image_login: login }, typed }: FormView): ControlViewOf<'login'> {
  return {
    kind: 'login',
    registry: typed['image_login.registry'] ?? login?.registry ?? usualRegistry,
    user: typed['image_login.user'] ?? login?.user ?? '',
    stored: login !== undefined,
  };
}

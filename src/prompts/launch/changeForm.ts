import * as vscode from 'vscode';
import type { CreateInstanceRequest } from '../../api/http/requests';
import type { Template } from '../../api/schemas/templates/template';
import { omitUndefined } from '../../domain/omitUndefined';
import { counted } from '../../domain/format';
import { fieldLabel, fieldOf, fields } from '../../domain/launch/form/fields';
import {
  type FormOffer,
  type FormState,
  fittingDraft,
  stateOf,
  viewOf,
} from '../../domain/launch/form/state';
import { withTypedProblems } from '../../domain/launch/form/typing';
import { type CurrentLaunch, changeLines, ownEnv, planChange } from '../../domain/launch/launchChange';
import {
  type LaunchDraft,
  requestOf,
  secretsOf,
  splitEnv,
  withAdditions,
} from '../../domain/launch/launchDraft';
import { serviceVariables } from '../../domain/launch/launchOfInstance';
import type { FieldProblem } from '../../domain/launch/launchRequest';
import { looksSecret } from '../../domain/secretReference';
import type { Services } from '../services';
import { pick, type Step } from '../steps';
import { editField } from './fields/editField';
import { type FieldRow, fieldRows, withoutTextsOf } from './fieldRows';
import { withSecretsHidden } from './launchLike';
import { revealSecrets } from './launchQuestions';

/** What a person or a program wants of an instance, with the values of its secrets. */
export interface WantedLaunch {
  request: Pick<CreateInstanceRequest, 'image' | 'args_str' | 'onstart' | 'env'>;
  template?: Template | undefined;
  /** Whether the value of a variable is kept from being shown. */
  isSecret: (variable: string) => boolean;
}

/** Of the launch form, what can be changed of an instance that is there. */
const changeable = ['template_hash_id', 'image', 'args_str', 'onstart', 'env', 'ports'];
const rows = fields.filter(({ key }) => changeable.includes(key));

/** The machine stays, so that nothing of an offer matters. */
const nowhere: FormOffer = { offer: { id: 0 }, isBid: false };

/** What the service sets itself can't be changed. */
export function serviceVariableProblem(names: readonly string[]): string | undefined {
  const [name] = names.filter((one) => serviceVariables.has(one));
  return name === undefined ? undefined : vscode.l10n.t('The service sets {0} itself.', name);
}

/** The list of what an instance has now; each row shows and edits a field of the launch form. */
export class ChangeForm {
  readonly #services: Services;
  readonly #name: string;
  readonly #now: CurrentLaunch;
  #state: FormState;
  #active = 'apply';

  private constructor(services: Services, name: string, now: CurrentLaunch, state: FormState) {
    this.#services = services;
    this.#name = name;
    this.#now = now;
    this.#state = state;
  }

  /** @param service the address of the service, for lines that call it */
  static async of(
    services: Services,
    name: string,
    now: CurrentLaunch,
    service: string,
  ): Promise<ChangeForm> {
    const draft = await draftOf(services, now, now.env);
    return new ChangeForm(services, name, now, { draft, count: 1, typed: {}, service });
  }

  /** Shows the list until the changes are to be applied; undefined when it was closed. */
  async ask(): Promise<WantedLaunch | undefined> {
    for (;;) {
      const view = withTypedProblems(viewOf(nowhere, this.#state, this.#problems()));
      const lines = await this.#lines();
      const shown = fieldRows(view, rows).map((row) => this.#withNow(row));
      const step = await pick([applyRow(view.problems, lines), ...shown], {
        title: vscode.l10n.t('Change {0}', this.#name),
        placeholder: vscode.l10n.t('Change what it runs. You’re asked before anything is done'),
        active: ({ key }) => key === this.#active,
      });
      if (step.kind !== 'done') return undefined;
      const field = fieldOf(step.value.item?.key ?? '');
      if (field) {
        this.#active = field.key;
        const edited = await editField(field, view, {
          services: this.#services,
          changes: this.#now,
          keepTyped: (name, text) => {
            this.#state = { ...this.#state, typed: { ...this.#state.typed, [name]: text } };
            return Promise.resolve();
          },
        });
        if (edited.kind === 'cancelled') return undefined;
        if (edited.kind === 'back')
          this.#state = await withoutTextsOf(this.#state, field, this.#services.launchSecrets);
        else await this.#take(edited);
      } else if (lines.length > 0) {
        const secrets = await revealSecrets(this.#state.draft, this.#services.launchSecrets);
        return secrets && this.#wanted(secrets);
      }
    }
  }

  async #take({ value }: Extract<Step<FormState>, { kind: 'done' }>): Promise<void> {
    const before = this.#state.template;
    this.#state = stateOf(value);
    this.#active = 'apply';
    const { template } = value;
    if (template?.hash_id === before?.hash_id) return;
    // Another template brings its own values. Variables that were set besides those of the template stay.
    const known = this.#services.templates.known();
    const current = known.find(({ hash_id: hash }) => hash === this.#now.templateHash);
    const draft = await draftOf(
      this.#services,
      this.#now,
      template ? ownEnv(this.#now, current) : this.#now.env,
    );
    const { runtype, env } = draft;
    this.#state = { ...this.#state, typed: {}, draft: template ? omitUndefined({ runtype, env }) : draft };
  }

  #problems(): FieldProblem[] {
    const message = serviceVariableProblem(Object.keys(splitEnv(this.#state.draft.env).variables));
    return message === undefined ? [] : [{ field: 'env', message }];
  }

  /** The template that it has now is none of the form's. */
  #withNow(row: FieldRow): FieldRow {
    const isOther = row.key !== 'template_hash_id' || this.#state.template !== undefined;
    return isOther || this.#now.template === '' ? row : { ...row, description: this.#now.template };
  }

  /** What differs so far. Secrets that aren't here any more are asked for only when it is applied. */
  async #lines(): Promise<string[]> {
    const { values, missing } = await this.#services.launchSecrets.reveal(secretsOf(this.#state.draft));
    for (const name of missing) values.set(name, '');
    const { request, template, isSecret } = this.#wanted(values);
    return changeLines(this.#now, planChange(this.#now, request, template), isSecret);
  }

  #wanted(secrets: ReadonlyMap<string, string>): WantedLaunch {
    const { template, service, draft } = this.#state;
    const filled = withAdditions(fittingDraft(nowhere, this.#state), template?.onstart, service);
    const { image, args_str, onstart, env } = requestOf(filled, secrets);
    const given = omitUndefined({ image, args_str, onstart, env });
    const { args, onstart: script } = this.#now;
    // In the form, what is missing was taken out; what its launch mode doesn't use stays.
    const without =
      draft.runtype === 'args' ? { args_str: '', onstart: script } : { args_str: args, onstart: '' };
    return {
      request: template ? given : { ...without, env: {}, ...given },
      template,
      isSecret: (name) => looksSecret(name) || typeof draft.env?.[name] === 'object',
    };
  }
}

async function draftOf(
  { launchSecrets }: Pick<Services, 'launchSecrets'>,
  { image, args, onstart, runtype = 'ssh_proxy' }: CurrentLaunch,
  env: CurrentLaunch['env'],
): Promise<LaunchDraft> {
  const hasVariables = Object.keys(splitEnv(env).variables).length > 0;
  return {
    runtype,
    ...(image === '' ? {} : { image }),
    ...(args === '' || runtype !== 'args' ? {} : { args_str: args }),
    ...(onstart === '' ? {} : { onstart }),
    ...(Object.keys(env).length > 0 ? { env: await withSecretsHidden(env, launchSecrets) } : {}),
    // Its startup commands stay as they are, unless it has its first variable now.
    ...(hasVariables ? { additions: { environmentInSessions: false } } : {}),
  };
}

function applyRow([problem]: readonly FieldProblem[], lines: readonly string[]): FieldRow {
  if (problem)
    return {
      key: fieldOf(problem.field)?.key ?? 'apply',
      label: vscode.l10n.t('$(warning) Not ready: {0}', fieldLabel(problem.field)),
      description: problem.message,
    };
  return {
    key: 'apply',
    label: vscode.l10n.t('$(check) Apply Changes…'),
    description:
      lines.length === 0
        ? vscode.l10n.t('nothing changed yet')
        : counted(lines.length, vscode.l10n.t('{0} change|{0} changes')),
    ...(lines.length === 0 ? {} : { detail: lines.slice(0, 3).join(' · ') }),
  };
}

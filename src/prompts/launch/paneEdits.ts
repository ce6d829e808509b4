import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { withProgress } from '../../ask/notify';
import { defined } from '../../domain/defined';
import { envProblem } from '../../domain/launch/envFlags';
import { storageRate } from '../../domain/money/cost';
import { chosenVolumeId, volumeChoices } from '../../domain/launch/form/drawnVolume';
import { fieldOf } from '../../domain/launch/form/fields';
import { withTemplate } from '../../domain/launch/form/image';
import { oneWordProblem, passwordName, withLogin } from '../../domain/launch/form/login';
import type { LaunchAction } from '../../domain/launch/form/paneAction';
import { takeScript } from '../../domain/launch/form/script';
import { type FormState, type FormView, stateOf } from '../../domain/launch/form/state';
import { withTypedText } from '../../domain/launch/form/typing';
import { ownVariables, withNewVariables } from '../../domain/launch/form/variables';
import { defaultMountPath, proposedSize, withVolume } from '../../domain/launch/form/volume';
import type { FieldProblem } from '../../domain/launch/launchRequest';
import { looksSecret } from '../../domain/secretReference';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { settings } from '../../stores/settings';
import { showError } from '../../views/showError';
import type { Services } from '../services';
import { scriptFromTab } from './fields/editScript';
import { hidden, takeVariables, variablesFromTab } from './fields/editVariables';
import { bestVolumeOffer, withVolumeFacts } from './fields/editVolume';
import { startingState } from './launchState';
import type { PaneLists } from './paneLists';
import { startOf } from './savedLaunch';

/** The form that is edited. */
export interface EditedForm {
  view: () => FormView;
  found: () => FoundOffer;
  /** Goes on with another state, in which this field was changed, or everything. */
  change: (key: string | undefined, state: FormState) => void;
  /** Shows a problem at its field until the field is changed. */
  refuse: (problem: FieldProblem) => void;
}

type Edit = Exclude<LaunchAction, { kind: 'rent' | 'preview' | 'save' | 'elsewhere' | 'resume' | 'back' }>;

/** Applies what a person does in the pane of a launch. What takes time changes the form as it is by then. */
export class PaneEdits {
  readonly #services: Services;
  readonly #lists: PaneLists;
  readonly #form: EditedForm;
  /** Secrets that were set, and that the form has only once they are stored. */
  readonly #storing = new Set<Promise<void>>();
  /** Fields that are edited in a tab. */
  readonly #inTab = new Set<'env' | 'onstart'>();

  constructor(services: Services, lists: PaneLists, form: EditedForm) {
    this.#services = services;
    this.#lists = lists;
    this.#form = form;
  }

  act(action: Edit): void {
    const doing = this.#do(action).catch((error: unknown) => void showError(error, () => this.#do(action)));
    if (action.kind !== 'setVariable' && action.kind !== 'logIn') return;
    this.#storing.add(doing);
    void doing.finally(() => this.#storing.delete(doing));
  }

  /** Goes on at once, or when the form has every secret that was set. */
  whenStored(goOn: () => void): void {
    if (this.#storing.size === 0) goOn();
    else void Promise.all(this.#storing).then(goOn);
  }

  /** Whether a field is edited in a tab, whose text the form has only once it is saved; it then shows that. */
  refuseOpenTabs(): FieldProblem | undefined {
    const [field] = this.#inTab;
    const problem = field && { field, message: vscode.l10n.t('Save or close its tab first.') };
    if (problem) this.#form.refuse(problem);
    return problem;
  }

  async #do(action: Edit): Promise<void> {
    const view = this.#form.view();
    switch (action.kind) {
      case 'type':
        return this.#type(view, action.key, action.text);
      case 'flag': {
        const control = fieldOf(action.key)?.control;
        if (control?.kind === 'flag') this.#form.change(action.key, control.set(view, action.on));
        break;
      }
      case 'choose':
        return this.#choose(view, action.key, action.value);
      case 'setVariable':
        return this.#setVariable(action.name.trim(), action.value, action.secret);
      case 'removeVariable': {
        const { [action.name]: _, ...others } = ownVariables(view);
        this.#form.change('env', withNewVariables(view, others));
        break;
      }
      case 'logIn':
        return this.#logIn(action);
      case 'removeLogin':
        this.#form.change('image_login', withLogin(view, undefined));
        break;
      case 'editInTab':
        this.#inTab.add(action.key);
        return this.#editInTab(view, action.key).finally(() => this.#inTab.delete(action.key));
      case 'takeOver':
        return this.#takeOver(action.id);
    }
  }

  async #type(view: FormView, key: string, text: string): Promise<void> {
    this.#form.change(key, key === 'onstart' ? takeScript(view, text) : withTypedText(view, key, text));
    if (key === 'volume_info.volume_id') await this.#completeVolume(key);
  }

  async #choose(view: FormView, key: string, value: string): Promise<void> {
    const control = fieldOf(key)?.control;
    if (control?.kind === 'choice') this.#form.change(key, control.set(view, value));
    else if (control?.kind === 'volume') await this.#chooseVolume(view, key, value);
    else if (control?.kind === 'template') {
      const template = this.#lists.templates.find(({ id }) => String(id) === value);
      if (!template && value !== '') return;
      this.#form.change(key, withTemplate(stateOf(view), template, settings.rent));
      await this.#completeVolume(key);
    }
  }

  async #chooseVolume(view: FormView, key: string, value: string): Promise<void> {
    const mount_path = view.draft.volume_info?.mount_path ?? defaultMountPath;
    const id = chosenVolumeId(value);
    if (value === volumeChoices.none) this.#form.change(key, withVolume(view, undefined));
    else if (id !== undefined) {
      const machineId = this.#lists.volumes?.find((one) => one.id === id)?.machine_id;
      const volume = { create_new: false, volume_id: id, mount_path };
      this.#form.change(key, withVolume(view, volume, defined({ machineId })));
    } else if (value === volumeChoices.byId)
      this.#form.change(key, withVolume(view, { create_new: false, mount_path }));
    else if (value === volumeChoices.create) {
      const volume = { create_new: true, size: Number(proposedSize), mount_path };
      this.#form.change(key, withVolume(view, volume));
      await this.#findRoom(key);
    }
  }

  /** Looks for space for the new volume. Without any, the person is asked for the id of a volume offer. */
  async #findRoom(key: string): Promise<void> {
    const { machine_id: machine } = this.#form.found().offer;
    const title = vscode.l10n.t('Checking for space on this machine…');
    const best = await withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
      bestVolumeOffer(this.#services, machine),
    );
    const view = this.#form.view();
    const { volume_info: volume } = view.draft;
    const isSame = volume?.create_new && volume.volume_id === undefined;
    if (!best || !isSame || machine !== this.#form.found().offer.machine_id) return;
    const { storage_cost: cost, disk_space: room } = best;
    const { size } = volume;
    const volumeRate = cost === undefined || size === undefined ? undefined : storageRate(size, cost);
    const facts = defined({ machineId: machine, volumeRate, volumeRoom: room });
    const { typed } = view;
    this.#form.change(key, { ...withVolume(view, { ...volume, volume_id: best.id }, facts), typed });
  }

  /** Without a value, a stored secret stays as it is. */
  async #setVariable(name: string, value: string, isSecret: boolean): Promise<void> {
    const message = name === '' ? vscode.l10n.t('Enter a name.') : envProblem(name, value);
    if (message !== undefined || name.startsWith('-')) {
      const text = message ?? vscode.l10n.t('A name can’t start with “-”.');
      this.#form.refuse({ field: 'env', message: text });
      return;
    }
    const held = ownVariables(this.#form.view())[name];
    if (typeof held === 'object' && value === '' && isSecret) return;
    const hides = isSecret || looksSecret(name);
    const kept = hides ? await hidden(this.#services.launchSecrets, name, value) : value;
    const view = this.#form.view();
    this.#form.change('env', withNewVariables(view, { ...ownVariables(view), [name]: kept }));
  }

  async #logIn({ registry, user, password }: { registry: string; user: string; password: string }) {
    const { launchSecrets } = this.#services;
    const before = this.#form.view().draft.image_login;
    const login = { registry: registry.trim(), user: user.trim() };
    const value = password.trim();
    const keeps = value === '' && before;
    const problems = [
      [vscode.l10n.t('Registry'), oneWordProblem(login.registry)],
      [vscode.l10n.t('User name'), oneWordProblem(login.user)],
      [vscode.l10n.t('Password'), keeps ? undefined : oneWordProblem(value)],
    ] as const;
    const [label, message] = problems.find(([, problem]) => problem !== undefined) ?? [];
    if (label !== undefined && message !== undefined) {
      this.#form.refuse({ field: 'image_login', message: `${label}: ${message}` });
      return;
    }
    const secret = keeps ? before.secret : await launchSecrets.freeName(passwordName(login), value);
    if (value !== '') await launchSecrets.set(secret, value);
    this.#form.change('image_login', withLogin(this.#form.view(), { ...login, secret }));
  }

  async #editInTab(view: FormView, key: 'env' | 'onstart'): Promise<void> {
    const tools = {
      services: this.#services,
      keepTyped: (name: string, text: string) => {
        const now = this.#form.view();
        this.#form.change(key, { ...stateOf(now), typed: { ...now.typed, [name]: text } });
        return Promise.resolve();
      },
    };
    if (key === 'onstart') {
      const script = await scriptFromTab(view, tools);
      this.#form.change(key, takeScript(this.#form.view(), script));
    } else {
      const text = await variablesFromTab(view, tools);
      const state = await takeVariables(this.#form.view(), this.#services.launchSecrets, text);
      this.#form.change(key, state);
    }
  }

  /** A saved launch in the place of what is filled in, which asks first where that would be lost. */
  async #takeOver(id: string): Promise<void> {
    const launch = this.#lists.launchWith(id);
    if (!launch) return;
    const question = {
      message: vscode.l10n.t('Replace what is filled in with launch {0}?', plainText(launch.name, 60)),
      yes: vscode.l10n.t('Replace'),
    };
    const { draft } = this.#form.view();
    const usual = JSON.stringify(startingState(this.#form.found(), defined({ disk: draft.disk })).draft);
    if (JSON.stringify(draft) !== usual && !(await this.#services.dialogs.confirm(question))) return;
    const start = await startOf(this.#services, launch);
    const { id: formId, count } = this.#form.view();
    const state = { ...startingState(this.#form.found(), start), count, ...defined({ id: formId }) };
    this.#form.change(undefined, state);
    await this.#completeVolume(undefined);
  }

  /** Looks for the machine and the price of a volume that was named by its id. */
  async #completeVolume(key: string | undefined): Promise<void> {
    const { draft, ...state } = stateOf(this.#form.view());
    if (!draft.volume_info) return;
    const { machineId, volumeRate } = await withVolumeFacts(this.#services, { draft, ...state });
    const now = stateOf(this.#form.view());
    if (now.draft.volume_info === draft.volume_info)
      this.#form.change(key, { ...now, ...defined({ machineId, volumeRate }) });
  }
}

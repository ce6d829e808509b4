import { expect } from 'vitest';
import type { LaunchView } from '../../../../src/domain/launch/form/paneView';
import type { FormState } from '../../../../src/domain/launch/form/state';
import type { LaunchAction } from '../../../../src/domain/launch/form/paneAction';
import { LaunchForm } from '../../../../src/prompts/launch/form';
import { LaunchPane } from '../../../../src/prompts/launch/launchPane';
import { startingState } from '../../../../src/prompts/launch/launchState';
import type { FormEnd, RentForm } from '../../../../src/prompts/launch/rentForm';
import type { Services } from '../../../../src/prompts/services';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';

/** What a person does in a launch form, wherever it is shown. */
export interface LaunchUser {
  readonly form: RentForm;
  type: (key: string, text: string) => Promise<void>;
  turn: (key: string, on: boolean) => Promise<void>;
  choose: (key: string, value: string) => Promise<void>;
  chooseTemplate: (name: string | undefined) => Promise<void>;
  chooseImage: (image: string) => Promise<void>;
  addVariable: (name: string, value: string) => Promise<void>;
  writeScript: (text: string) => Promise<void>;
  logIn: (registry: string, user: string, password: string) => Promise<void>;
  createVolume: (size: string, mountPath: string) => Promise<void>;
  linkVolume: (name: string, mountPath: string) => Promise<void>;
  linkVolumeById: (id: string, mountPath: string) => Promise<void>;
  removeVolume: () => Promise<void>;
  /** Problems as they are shown, each with the row or the control it stands at. */
  problems: () => string[];
  /** The label of what rents. */
  rentLabel: () => string | undefined;
  /** Presses it. */
  rent: () => Promise<FormEnd>;
}

type Open = (services: Services, found: FoundOffer) => LaunchUser;

/** The form as a list. */
export const inList: Open = (services, found) => {
  const form = new LaunchForm(services, found, startingState(found, { disk: 20 }));
  let end = form.ask();
  const list = () => screen.picks.at(-1)!;
  const rows = () => list().items as { label: string; description?: string; detail?: string; key?: string }[];
  let left: object | undefined;
  // A new list is shown after every step.
  const isMain = () => list() !== left && rows().some(({ key }) => key === 'label');
  const main = () => eventually(() => expect(isMain()).toBe(true));
  const open = async (key: string) => {
    await main();
    const [seen, typed] = [screen.picks.length, screen.inputs.length];
    left = list();
    list().choose(rows().find((row) => row.key === key)!);
    await eventually(() => expect(screen.picks.length + screen.inputs.length).toBeGreaterThan(seen + typed));
  };
  const pickRow = async (wanted: string) => {
    await eventually(() =>
      expect(
        rows()
          .map(({ label }) => label)
          .join('\n'),
      ).toContain(wanted),
    );
    list().choose(rows().find(({ label }) => label.includes(wanted))!);
  };
  const answer = async (prompt: string, text: string) => {
    await eventually(() => expect(screen.inputs.at(-1)?.prompt).toContain(prompt));
    screen.inputs.at(-1)!.type(text);
    screen.inputs.at(-1)!.accept();
    if (screen.inputs.at(-1)!.validationMessage !== undefined) {
      // A refused text stays in its input; the person closes it, and the form with it.
      screen.inputs.at(-1)!.hide();
      await end;
      end = form.ask();
    }
  };
  return {
    form,
    type: async (key, text) => {
      await open(key);
      await answer('', text);
      await main();
    },
    turn: async (key, on) => {
      await open(key);
      await main();
      // Enter toggles, so it is pressed once more where it was so before.
      const words = rows().find((row) => row.key === key)!.description!;
      if (/^(yes|cancel|off|JupyterLab)/.test(words) !== on) await open(key);
      await main();
    },
    choose: async (key, value) => {
      await open(key);
      const [row] = (list().items as { label: string; value?: string }[]).filter(
        (one) => one.value === value,
      );
      list().choose(row!);
      await main();
    },
    chooseTemplate: async (name) => {
      await open('template_hash_id');
      await pickRow(name ?? 'No Template');
      await main();
    },
    chooseImage: async (image) => {
      await open('image');
      list().type(image);
      await pickRow(image);
      await main();
    },
    addVariable: async (name, value) => {
      await open('env');
      list().type(`${name}=${value}`);
      await pickRow(`Add ${name}`);
      await main();
    },
    writeScript: async () => {
      await open('onstart');
      await main();
    },
    logIn: async (registry, user, password) => {
      await open('image_login');
      await answer('Registry host', registry);
      await answer('User name', user);
      await answer('Password', password);
      await main();
    },
    createVolume: async (size, mountPath) => {
      await open('volume_info');
      await pickRow('Create Volume');
      await answer('Size in GB', size);
      await answer('Mount path', mountPath);
      await main();
    },
    linkVolume: async (name, mountPath) => {
      await open('volume_info');
      await pickRow(name);
      await answer('Mount path', mountPath);
      await Promise.race([end, main()]);
    },
    linkVolumeById: async (id, mountPath) => {
      await open('volume_info');
      await pickRow('Link Volume');
      await answer('Volume ID', id);
      await answer('Mount path', mountPath);
      await Promise.race([end, main()]);
    },
    removeVolume: async () => {
      await open('volume_info');
      await pickRow('No Volume');
      await main();
    },
    problems: () =>
      rows().flatMap(({ label, key, detail }) =>
        label.startsWith('$(warning)') && key !== 'rent' && !label.includes('Not ready')
          ? [`${key}: ${detail}`]
          : [],
      ),
    rentLabel: () => /^\$\(rocket\) (.*)/.exec(rows()[0]?.label ?? '')?.[1],
    rent: async () => {
      await main();
      list().choose(rows()[0]!);
      return end;
    },
  };
};

/** The form as a pane of a panel. */
export const inPane: Open = (services, found) => {
  let view: LaunchView | undefined;
  const form = new LaunchPane(services, found, startingState(found, { disk: 20 }), {
    draw: (drawn) => (view = drawn),
    showNearest: () => undefined,
  });
  const end = form.ask();
  const act = async (action: LaunchAction, isDone: (state: FormState) => boolean = () => true) => {
    form.act(action);
    await eventually(() => expect(isDone(form.state)).toBe(true));
  };
  const controls = () => view!.groups.flatMap(({ fields }) => fields);
  const optionOf = (key: string, wanted: string): string => {
    const { control } = controls().find((field) => field.key === key)!;
    if (control.kind !== 'choice' && control.kind !== 'volume') throw new Error(`${key} is no choice.`);
    return control.options.find(({ label }) => label.startsWith(wanted))!.value;
  };
  const type = (key: string, text: string) => act({ kind: 'type', key, text });
  const chooseVolume = async (label: string) => {
    await eventually(() => expect(() => optionOf('volume_info', label)).not.toThrow());
    await act({ kind: 'choose', key: 'volume_info', value: optionOf('volume_info', label) });
  };
  return {
    form,
    type,
    turn: (key, on) => act({ kind: 'flag', key, on }),
    choose: (key, value) => act({ kind: 'choose', key, value }),
    chooseTemplate: (name) => {
      const value = optionOf('template_hash_id', name ?? 'No Template');
      return act(
        { kind: 'choose', key: 'template_hash_id', value },
        ({ template }) => template?.name === name,
      );
    },
    chooseImage: (image) => type('image', image),
    addVariable: (name, value) =>
      act({ kind: 'setVariable', name, value, secret: false }, ({ draft }) => name in (draft.env ?? {})),
    writeScript: (text) => type('onstart', text),
    logIn: (registry, user, password) =>
      act({ kind: 'logIn', registry, user, password }, ({ draft }) => draft.image_login?.user === user),
    createVolume: async (size, mountPath) => {
      await chooseVolume('Create Volume');
      await eventually(() => expect(form.state.draft.volume_info?.volume_id).toBeDefined());
      await type('volume_info.size', size);
      await type('volume_info.mount_path', mountPath);
    },
    linkVolume: async (name, mountPath) => {
      await chooseVolume(name);
      await type('volume_info.mount_path', mountPath);
    },
    linkVolumeById: async (id, mountPath) => {
      await chooseVolume('Link Volume');
      await type('volume_info.volume_id', id);
      await type('volume_info.mount_path', mountPath);
      await eventually(() => expect(form.state.machineId).toBeDefined());
    },
    removeVolume: () => chooseVolume('No Volume'),
    problems: () =>
      controls().flatMap(({ key, problem, control }) => [
        ...(problem === undefined ? [] : [`${key}: ${problem}`]),
        ...(control.kind === 'volume' ? control.parts.flatMap((part) => part.problem ?? []) : []),
      ]),
    rentLabel: () => (view?.rent.problem ? undefined : view?.rent.label),
    rent: () => {
      form.act({ kind: 'rent' });
      return end;
    },
  };
};

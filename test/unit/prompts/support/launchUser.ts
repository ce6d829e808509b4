import { expect } from 'vitest';
import { LaunchForm } from '../../../../src/prompts/launch/form';
import { startingState } from '../../../../src/prompts/launch/launchState';
import type { Services } from '../../../../src/prompts/services';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { screen } from '../../support/fakeVscode';
import { eventually } from '../../support/eventually';

export type LaunchUser = ReturnType<typeof openForm>;

/** A form that is shown, and a person who fills it in. */
export function openForm(services: Services, found: FoundOffer) {
  const form = new LaunchForm(services, found, startingState(found, { disk: 20 }));
  return { form, ...userOf(() => form.ask()) };
}

/**
 * A person in front of the form.
 *
 * @param show shows it, and resolves when it is left
 */
export function userOf<T>(show: () => Promise<T>) {
  const list = () => screen.picks.at(-1)!;
  const rows = () => list().items as { label: string; description?: string; detail?: string; key?: string }[];
  // Of a form that was closed before.
  let left: object | undefined = screen.picks.at(-1);
  let end = show();
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
      end = show();
    }
  };
  return {
    type: async (key: string, text: string) => {
      await open(key);
      await answer('', text);
      await main();
    },
    turn: async (key: string, on: boolean) => {
      await open(key);
      await main();
      // Enter toggles, so it is pressed once more where it was so before.
      const words = rows().find((row) => row.key === key)!.description!;
      if (/^(yes|cancel|off|JupyterLab)/.test(words) !== on) await open(key);
      await main();
    },
    choose: async (key: string, value: string) => {
      await open(key);
      const [row] = (list().items as { label: string; value?: string }[]).filter(
        (one) => one.value === value,
      );
      list().choose(row!);
      await main();
    },
    chooseTemplate: async (name: string | undefined) => {
      await open('template_hash_id');
      await pickRow(name ?? 'No Template');
      await main();
    },
    chooseImage: async (image: string) => {
      await open('image');
      list().type(image);
      await pickRow(image);
      await main();
    },
    addVariable: async (name: string, value: string) => {
      await open('env');
      list().type(`${name}=${value}`);
      await pickRow(`Add ${name}`);
      await main();
    },
    writeScript: async () => {
      await open('onstart');
      await main();
    },
    logIn: async (registry: string, user: string, password: string) => {
      await open('image_login');
      await answer('Registry host', registry);
      await answer('User name', user);
      await answer('Password', password);
      await main();
    },
    createVolume: async (size: string, name: string, mountPath: string) => {
      await open('volume_info');
      await pickRow('Create Volume');
      await answer('Size in GB', size);
      await answer('Name of the volume', name);
      await answer('Mount path', mountPath);
      await main();
    },
    linkVolume: async (name: string, mountPath: string) => {
      await open('volume_info');
      await pickRow(name);
      await answer('Mount path', mountPath);
      await Promise.race([end, main()]);
    },
    linkVolumeById: async (id: string, mountPath: string) => {
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
    /** Problems as they are shown, each with its row. */
    problems: () =>
      rows().flatMap(({ label, key, detail }) =>
        label.startsWith('$(warning)') && key !== 'rent' && !label.includes('Not ready')
          ? [`${key}: ${detail}`]
          : [],
      ),
    /** What the row that rents says; undefined while that can't be done. */
    rentLabel: () => /^\$\(rocket\) (.*)/.exec(rows()[0]?.label ?? '')?.[1],
    /** The rows that are shown, of the form or of one of its fields. */
    rows,
    main,
    open,
    answer,
    pickRow,
    /** Presses a button in the title of the form. */
    press: async (tooltip: string) => {
      await main();
      left = list();
      list().press(
        (list().buttons as { tooltip?: string }[]).find((button) => button.tooltip?.startsWith(tooltip)),
      );
    },
    rent: async () => {
      await main();
      list().choose(rows()[0]!);
      return end;
    },
  };
}

import { deepEqual, equal } from 'node:assert/strict';
import type { Offer } from '../../../src/api/schemas/offers/offer';
import type { Template } from '../../../src/api/schemas/templates/template';
import { startingState } from '../../../src/prompts/launch/launchState';
import { Keyring } from '../../../src/stores/account/keyring';
import { LaunchSecrets } from '../../../src/stores/launch/launchSecrets';
import { takeVariables } from '../../../src/prompts/launch/fields/editVariables';
import { variablesFile } from '../../../src/domain/launch/form/env';
import { settings } from '../../../src/stores/settings';
import { type FormState, viewOf } from '../../../src/domain/launch/form/state';
import { withTemplate } from '../../../src/domain/launch/form/image';
import { keepable } from '../../../src/views/launch/texts';
import { MemorySecrets } from '../support/memorySecrets';

describe('what a launch form was closed with', () => {
  const empty: FormState = { draft: {}, count: 1, typed: {} };
  let secrets: LaunchSecrets;
  beforeEach(() => {
    secrets = new LaunchSecrets(new Keyring(new MemorySecrets()));
  });

  const asKept = (text: string) => keepable('variables.env', text, secrets, () => false);
  async function valueOf({ draft }: FormState, name: string): Promise<string | undefined> {
    const held = draft.env?.[name];
    return typeof held === 'object' ? secrets.get(held.secret) : held;
  }

  it('never turns a secret into an empty one, however often it is taken over', async () => {
    const kept = await asKept('HF_TOKEN=hf_0123456789\n');
    const once = await takeVariables(empty, secrets, kept);
    equal(await valueOf(once, 'HF_TOKEN'), 'hf_0123456789');
    // From what was kept before: its secret has moved on, so it is asked for.
    const again = await takeVariables(empty, secrets, kept);
    equal(await valueOf(again, 'HF_TOKEN'), undefined);
  });

  it('does not give one window the secret of another', async () => {
    const storage = new MemorySecrets();
    const [one, other] = [1, 2].map(() => new LaunchSecrets(new Keyring(storage)));
    const kept = await keepable('variables.env', 'HF_TOKEN=hf_one\n', one!, () => false);
    await keepable('variables.env', 'HF_TOKEN=hf_other\n', other!, () => false);
    // Loaded anew, the window finds its own by what its text refers to.
    secrets = new LaunchSecrets(new Keyring(storage));
    const { draft } = await takeVariables(empty, secrets, kept);
    equal((await valueOf({ ...empty, draft }, 'HF_TOKEN')) === 'hf_one', true);
    equal((await storage.keys()).filter((key) => key.includes('form/')).length, 1);
  });

  it('keeps a line that cannot be read, and the secrets beside it', async () => {
    const kept = await asKept('HF_TOKEN=hf_0123456789\nno variable\n');
    const once = await takeVariables(empty, secrets, kept);
    const text = once.typed[variablesFile] ?? '';
    equal(text.includes('no variable'), true);
    const again = await takeVariables(once, secrets, text.replace('no variable', 'MODE=a'));
    deepEqual(
      [await valueOf(again, 'HF_TOKEN'), await valueOf(again, 'MODE'), again.typed[variablesFile]],
      ['hf_0123456789', 'a', undefined],
    );
  });

  const offer = { id: 1, machine_id: 7, disk_space: 500 } as Offer;
  const found = { offer, isBid: false, query: { filters: {} } };
  const jupyter = {
    id: 5,
    hash_id: 'a',
    name: 'notebook',
    image: 'jupyter/base',
    runtype: 'jupyter',
    jup_direct: true,
    recommended_disk_space: 33,
  } as Template;

  it('lets a template that is chosen in the form say what the person did not', () => {
    const { values } = viewOf(found, withTemplate(startingState(found), jupyter, settings.rent)).resolved;
    deepEqual([values.image, values.runtype, values.disk], ['jupyter/base', 'jupyter_direct', 33]);
    const own = { ...startingState(found), draft: { ...startingState(found).draft, disk: 12 } };
    equal(viewOf(found, withTemplate(own, jupyter, settings.rent)).resolved.values.disk, 12);
    const without = withTemplate(
      withTemplate(startingState(found), jupyter, settings.rent),
      undefined,
      settings.rent,
    );
    deepEqual(without.draft, startingState(found).draft);
  });

  it('is not ready on another machine than its volume’s', () => {
    const state: FormState = {
      ...startingState(found),
      machineId: 8,
      draft: { ...startingState(found).draft, volume_info: { volume_id: 3, mount_path: '/data' } },
    };
    deepEqual(
      viewOf(found, state).problems.map(({ field }) => field),
      ['volume_info'],
    );
    equal(viewOf(found, { ...state, machineId: 7 }).problems.length, 0);
  });
});

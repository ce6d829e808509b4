import { expect, it, vi } from 'vitest';
import { problemsOf, type FormState, viewOf } from '../../../src/domain/launch/form/state';
import { scriptLength } from '../../../src/domain/launch/form/script';
import { composeOnstart } from '../../../src/domain/launch/onstart';
import { onstartLimit } from '../../../src/domain/launch/launchRequest';
import { LaunchFlow } from '../../../src/prompts/launch/launchFlow';
import type { Services } from '../../../src/prompts/services';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

const found = { offer: { id: 1, disk_space: 100 }, isBid: false, query: { filters: {} } };
const additions = { stopAfterHours: 3 };
const usual = 'https://console.vast.ai';

/** Noise, which compressing makes no shorter. */
function noise(length: number): string {
  let [text, seed] = ['#', 1];
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += String.fromCharCode(33 + (seed % 94));
  }
  return text;
}

/** A form whose script just fits with the address of the service that most people use. */
function form(service?: string): FormState {
  const lines = composeOnstart('', { ...additions, service: usual });
  const room = onstartLimit - ('onstart' in lines ? lines.onstart.length : 0);
  const draft = {
    image: 'debian:12',
    runtype: 'ssh_direct',
    disk: 10,
    onstart: noise(room),
    additions,
  } as const;
  return { draft, count: 1, typed: {}, ...(service === undefined ? {} : { service }) };
}

it('lines that stop an instance are as long as the address of its service makes them', () => {
  expect(scriptLength(viewOf(found, form(usual)))).toBe(onstartLimit);
  expect(problemsOf(found, form(usual))).toEqual([]);
  const longer = form('https://gpu.rental.example');
  expect(scriptLength(viewOf(found, longer))).toBe(onstartLimit + 3);
  expect(problemsOf(found, longer)).toMatchObject([{ field: 'onstart' }]);
});

it('a form has the address of the account that rents, whatever it was filled in for', async () => {
  const earlier = form('https://other.example');
  let shown: FormState = earlier;
  const rentForm = {
    found,
    state: earlier,
    replace: (_: unknown, state: FormState) => void (shown = state),
    ask: () => Promise.resolve({ kind: 'back' }),
  };
  const services = { log: { debug: () => undefined, warn: () => undefined } } as unknown as Services;
  const who = { account: { id: 'a', baseUrl: 'https://gpu.example' }, client: {} };
  await new LaunchFlow(services, rentForm as never, who as never).play();
  expect(shown).toEqual({ ...earlier, service: 'https://gpu.example' });
});

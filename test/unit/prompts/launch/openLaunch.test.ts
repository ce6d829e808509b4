import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/errors';
import { launchActionSchema, type LaunchAction } from '../../../../src/domain/launch/form/paneAction';
import { type LaunchView, launchViewSchema } from '../../../../src/domain/launch/form/paneView';
import { openLaunch } from '../../../../src/prompts/launch/openLaunch';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { clearScreen, screen } from '../../support/fakeVscode';
import { hostileTexts } from '../../../hostileTexts';
import { interruptible, launchServices, notebook, onDemand } from '../support/launchServices';
import { eventually } from '../../support/eventually';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
beforeEach(() => {
  clearScreen();
  screen.settings = { 'rent.image': 'debian:12', 'rent.disk': 20, 'rent.runtype': 'ssh_direct' };
});

const other: FoundOffer = { ...onDemand, offer: { ...onDemand.offer, id: 2, gpu_name: 'RTX 3090' } };

/** A pane that is open, and everything that it showed. */
function pane(found = onDemand) {
  const world = launchServices();
  const market = new Map([onDemand, other].map((one) => [one.offer.id, one]));
  const rented: { offerId: number; request: unknown }[] = [];
  Object.assign(world.services, {
    offers: {
      isFresh: () => false,
      find: (id: number, { isBid }: { isBid: boolean }) =>
        Promise.resolve(market.has(id) ? { ...market.get(id), isBid } : undefined),
    },
    rentQueue: {
      rent: async (offerId: number, request: unknown, _machine: unknown, begin: () => Promise<void>) => {
        await begin();
        rented.push({ offerId, request });
        return { instanceId: 9, foundAfterwards: false };
      },
    },
  });
  const drawn: (LaunchView | undefined)[] = [];
  const gone: number[] = [];
  const open = openLaunch(world.services, found, {
    disk: 20,
    draw: (view) => drawn.push(view),
    showNearest: ({ offer }) => gone.push(offer.id),
  });
  const view = () => drawn.at(-1);
  const fields = () => view()?.groups.flatMap((group) => group.fields) ?? [];
  const control = (key: string) => fields().find((field) => field.key === key)?.control;
  const act = (action: LaunchAction) => open.act(launchActionSchema.parse(action));
  const type = (key: string, text: string) => act({ kind: 'type', key, text });
  const ready = () => eventually(() => expect(view()?.busy).toBe(false));
  return { ...world, market, rented, drawn, gone, open, view, fields, control, act, type, ready };
}

describe('the launch form as a pane', () => {
  it('rents by the question with the price alone, and is over then', async () => {
    const { asked, rented, view, act, type, ready, launches } = pane();
    await ready();
    type('label', 'train');
    expect(view()?.rent).toEqual({ label: 'Rent for $0.31/h', problem: undefined });
    act({ kind: 'rent' });
    expect(view()?.busy).toBe(true);
    type('label', 'too late');
    await eventually(() => expect(view()).toBeUndefined());
    expect(asked).toEqual(['Rent 1× RTX 4090 for $0.31/h?']);
    expect(rented).toEqual([
      { offerId: 1, request: { image: 'debian:12', runtype: 'ssh_direct', disk: 20, label: 'train' } },
    ]);
    expect(launches.closedForm).toBeUndefined();
  });

  it('stays filled when its offer is gone, while the panel shows the nearest, and goes on with one of them', async () => {
    const { market, gone, rented, view, control, act, type, ready, open } = pane();
    await ready();
    type('label', 'train');
    market.delete(1);
    act({ kind: 'rent' });
    await eventually(() => expect(gone).toEqual([1]));
    await ready();
    expect(view()?.notice?.text).toBe(
      'Someone else just took this offer. Choose one of the most similar offers.',
    );
    expect(screen.picks).toEqual([]);
    open.moveTo(other);
    expect(view()?.title).toBe('1× RTX 3090');
    expect(view()?.notice).toBeUndefined();
    expect(control('label')).toMatchObject({ text: 'train' });
    act({ kind: 'rent' });
    await eventually(() => expect(rented.map(({ offerId }) => offerId)).toEqual([2]));
  });

  it('leads to the field that is not right, and keeps what was typed there', async () => {
    const { view, fields, control, act, type, ready, open } = pane();
    await ready();
    type('disk', '500');
    expect(control('disk')).toMatchObject({ text: '500' });
    const problem = 'This machine offers 200 GB. You asked for 500 GB.';
    expect(fields().find(({ key }) => key === 'disk')?.problem).toBe(problem);
    act({ kind: 'rent' });
    expect(view()).toMatchObject({ busy: false, focus: { turn: 1, key: 'disk' } });
    expect(view()?.rent.problem).toEqual({ key: 'disk', text: `Disk: ${problem}` });
    // It is applied where it fits.
    open.moveTo({ ...other, offer: { ...other.offer, disk_space: 1000 } });
    expect(view()?.rent).toEqual({ label: 'Rent for $0.55/h', problem: undefined });
  });

  it('brings a refusal of the service back to its field, with everything still filled in', async () => {
    const { services, view, fields, control, act, type, ready } = pane();
    await ready();
    type('label', 'train');
    const refusal = { status: 400, serverMessage: 'disk: not on a $(zap) Sunday' };
    services.rentQueue.rent = () => Promise.reject(new ApiError('invalid_request', 'No.', refusal));
    act({ kind: 'rent' });
    await eventually(() => expect(view()?.focus.key).toBe('disk'));
    await ready();
    expect(fields().find(({ key }) => key === 'disk')?.problem).toBe('not on a $ (zap) Sunday');
    expect(control('label')).toMatchObject({ text: 'train' });
    type('disk', '30');
    expect(view()?.rent.problem).toBeUndefined();
  });

  it('tells what else went wrong once, and stays as it was', async () => {
    const { services, control, act, type, ready, rented } = pane();
    await ready();
    type('label', 'train');
    services.rentQueue.rent = () =>
      Promise.reject(new ApiError('server_error', 'It broke.', { status: 500 }));
    act({ kind: 'rent' });
    await eventually(() => expect(screen.shown.map(({ message }) => message)).toEqual(['It broke.']));
    await ready();
    expect(control('label')).toMatchObject({ text: 'train' });
    expect(rented).toEqual([]);
  });

  it('ends when it is closed while it is being rented, and keeps what is filled in', async () => {
    const { services, act, type, ready, open, launches } = pane();
    await ready();
    type('label', 'kept');
    let refuse: (error: Error) => void = () => undefined;
    services.rentQueue.rent = () => new Promise((_, reject) => (refuse = reject));
    const renting = vi.spyOn(services.rentQueue, 'rent');
    act({ kind: 'rent' });
    await eventually(() => expect(renting).toHaveBeenCalled());
    open.close();
    refuse(new ApiError('invalid_request', 'No.', { status: 400, serverMessage: 'disk: too much' }));
    const closed = 'The launch form was closed. Your entries are saved.';
    await eventually(() => expect(screen.shown.map(({ message }) => message)).toEqual([closed]));
    expect(launches.closedForm?.draft.label).toBe('kept');
  });

  it('saves what is filled in under a name', async () => {
    const { act, type, ready, launches, view } = pane();
    await ready();
    type('label', 'train');
    act({ kind: 'save' });
    await eventually(() => expect(screen.inputs.at(-1)?.value).toBe('train'));
    screen.inputs.at(-1)?.accept();
    await eventually(() => expect(launches.saved.map(({ name }) => name)).toEqual(['train']));
    await ready();
    expect(view()?.saved.map(({ name }) => name)).toEqual(['train']);
    expect(screen.shown).toEqual([]);
  });

  it('bids the least again on another offer, unless the person chose the bid', async () => {
    const { control, type, ready, open } = pane(interruptible);
    await ready();
    expect(control('price')).toMatchObject({ text: '0.1' });
    const dearer = { ...interruptible, offer: { ...interruptible.offer, id: 3, min_bid: 0.15 } };
    open.moveTo(dearer);
    expect(control('price')).toMatchObject({ text: '0.15' });
    type('price', '0.2');
    open.moveTo(interruptible);
    expect(control('price')).toMatchObject({ text: '0.2' });
  });

  it('rents with a secret that is still being stored', async () => {
    const { rented, view, act, ready } = pane();
    await ready();
    act({ kind: 'setVariable', name: 'HF_TOKEN', value: 'hf_canary', secret: true });
    act({ kind: 'rent' });
    await eventually(() => expect(view()).toBeUndefined());
    expect(rented).toMatchObject([{ request: { env: { HF_TOKEN: 'hf_canary' } } }]);
  });

  it('never shows a secret that it was told', async () => {
    const { drawn, view, act, ready, kept, launches } = pane();
    await ready();
    act({ kind: 'setVariable', name: 'HF_TOKEN', value: 'hf_canary', secret: false });
    act({ kind: 'setVariable', name: 'PLAIN', value: 'pl_canary', secret: true });
    act({ kind: 'logIn', registry: 'ghcr.io', user: 'robin', password: 'pw canary' });
    act({ kind: 'logIn', registry: 'ghcr.io', user: 'robin', password: 'pw_canary' });
    await eventually(() =>
      expect([...kept.values()].sort()).toEqual(['hf_canary', 'pl_canary', 'pw_canary']),
    );
    await eventually(() => expect(JSON.stringify(view())).toContain('robin at ghcr.io'));
    expect(JSON.stringify([drawn, launches.closedForm, screen.shown])).not.toContain('canary');
    for (const one of drawn) expect(launchViewSchema.safeParse(one).success).toBe(true);
  });

  it('shows texts from outside plainly, and edits them as they are', async () => {
    const name = hostileTexts.join(' ');
    const { services, view, act, ready, control } = pane({
      ...onDemand,
      offer: { ...onDemand.offer, gpu_name: name, geolocation: name },
    });
    const desc = name;
    const template = { ...notebook, name, desc, image: 'evil$(zap)/image', tag: '1', env: '-e A$(zap)=1' };
    services.templates.known = () => [template];
    await ready();
    act({ kind: 'choose', key: 'template_hash_id', value: String(template.id) });
    await eventually(() => expect(control('image')).toMatchObject({ text: 'evil$(zap)/image:1' }));
    // What is edited has to be what it is.
    const edited = /"(text|name)":"(evil|A)\$\(zap\)[^"]*"/g;
    const shown = JSON.stringify(view()).replaceAll(edited, '');
    expect(shown).not.toMatch(/\$\(|\]\(|\\u00[01]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  });

  it('takes over a saved launch, and asks first where something would be lost', async () => {
    const { asked, view, control, act, type, ready, launches } = pane();
    await launches.save({ name: 'training', launch: { image: 'pytorch:2', disk: 50 } });
    await ready();
    const id = view()?.saved[0]?.id ?? '';
    act({ kind: 'takeOver', id });
    await eventually(() => expect(control('image')).toMatchObject({ text: 'pytorch:2' }));
    expect(asked).toEqual([]);
    type('label', 'mine');
    act({ kind: 'takeOver', id });
    await eventually(() => expect(control('label')).toMatchObject({ text: '' }));
    expect(asked).toEqual(['Replace what is filled in with launch training?']);
  });

  it('offers what was filled in before, and keeps what is filled in when it is closed', async () => {
    const { launches, services, act, type, ready, open } = pane();
    await ready();
    type('label', 'kept');
    open.close();
    await eventually(() =>
      expect(screen.shown.map(({ message }) => message)).toEqual([
        'The launch form was closed. Your entries are saved.',
      ]),
    );
    expect(launches.closedForm?.draft.label).toBe('kept');
    act({ kind: 'rent' });
    const again: (LaunchView | undefined)[] = [];
    const second = openLaunch(services, other, {
      disk: 20,
      draw: (one) => again.push(one),
      showNearest: () => undefined,
    });
    await eventually(() => expect(again.at(-1)?.busy).toBe(false));
    expect(again.at(-1)?.earlier).toContain('kept');
    second.act({ kind: 'resume' });
    await eventually(() => expect(JSON.stringify(again.at(-1)?.groups)).toContain('"kept"'));
    expect(again.at(-1)?.earlier).toBeUndefined();
  });

  it.each([
    undefined,
    { kind: 'type', key: 'disk' },
    { kind: 'type', key: 'disk', text: 5 },
    { kind: 'flag', key: 'vm', on: 'yes' },
    { kind: 'editInTab', key: '../../etc/passwd' },
    { kind: 'destroy' },
  ])('refuses a message that is none: %j', (message) => {
    expect(launchActionSchema.safeParse(message).success).toBe(false);
  });

  it('refuses far too long words', () => {
    for (const length of [501, 1_000_000]) {
      const value = 'x'.repeat(length);
      expect(launchActionSchema.safeParse({ kind: 'choose', key: 'runtype', value }).success).toBe(false);
    }
  });

  it('ignores values that are no choice, and fields that are none', async () => {
    const { view, act, type, ready } = pane();
    await ready();
    const before = view();
    act({ kind: 'choose', key: 'runtype', value: 'rm -rf' });
    act({ kind: 'choose', key: 'template_hash_id', value: '999' });
    act({ kind: 'choose', key: 'volume_info', value: 'id:x' });
    act({ kind: 'flag', key: 'image', on: true });
    act({ kind: 'takeOver', id: 'nobody' });
    type('volume_info.size', '5');
    type('__proto__', 'x');
    expect(view()?.groups).toEqual(before?.groups);
  });
});

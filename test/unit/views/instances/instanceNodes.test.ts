import { describe, expect, it, vi } from 'vitest';
import { lifecycleOf, type Phase } from '../../../../src/domain/instances/lifecycle';
import type { SharedInstance } from '../../../../src/domain/instances/sharedInstance';
import { detailNodes } from '../../../../src/views/instances/instanceDetails';
import type { RowContext } from '../../../../src/views/instances/instanceLine';
import { instanceItem, twinsOf } from '../../../../src/views/instances/instanceNodes';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const base = {
  id: 7,
  gpu_name: 'RTX 4090',
  num_gpus: 2,
  dph_total: 0.5,
  storage_total_cost: 0.02,
  image_runtype: 'jupyter_direct ssh_direct',
} satisfies Partial<SharedInstance>;
const instance = (fields: Partial<SharedInstance>): SharedInstance => ({ ...base, ...fields });
const now = 1_800_000_000_000;
const item = (fields: Partial<SharedInstance>, context: Partial<RowContext> = {}) =>
  instanceItem(instance(fields), 'a', { now, ...context });
const details = (fields: Partial<SharedInstance>, figures = {}) =>
  detailNodes(instance(fields), { now, viaProxy: false, figures });
const valueOf = (name: string, ...row: Parameters<typeof details>) =>
  details(...row).find(({ label }) => label === name)?.value;

const up = { intended_status: 'running', cur_state: 'running' };
const waiting = { actual_status: 'exited', intended_status: 'running', cur_state: 'stopped' };
/** What the menus may offer in each phase, and what is billed. */
const phases: [Phase, Partial<SharedInstance>, offers: string, price: string][] = [
  ['provisioning', { actual_status: null, ...up }, 'connect stop', 'up to $0.50/h'],
  ['loading', { actual_status: 'loading', ...up }, 'connect stop', '$0.020/h'],
  ['running', { actual_status: 'running', ...up }, 'connect terminal jupyter stop reboot', '$0.50/h'],
  ['stopping', { actual_status: 'running', intended_status: 'stopped' }, '', '$0.020/h'],
  [
    'stopped',
    { actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
    'connect start',
    'disk $0.020/h',
  ],
  ['scheduling', waiting, 'connect waits stop', '$0.020/h'],
  ['outbid', { ...waiting, is_bid: true }, 'waits stop bid', '$0.020/h'],
  ['frozen', { actual_status: 'frozen', ...up }, 'stop reboot', '$0.50/h'],
  ['restarting', { actual_status: 'rebooting', ...up }, 'connect stop', '$0.50/h'],
];

it('no longer says what an instance does that the last list lacks', () => {
  const fields = { actual_status: 'running', status_msg: 'success', ...up, missing: true } as const;
  const { description, iconPath, tooltip, accessibilityInformation } = item(fields);
  expect(description).toBe('not in the last list · $0.50/h');
  expect(iconPath).toMatchObject({ id: 'question' });
  expect(accessibilityInformation?.label).toContain('not in the last list');
  const why = 'The service’s last list doesn’t have it. GPU Rental checks whether it still exists.';
  expect(tooltip).toMatch(new RegExp(`^2× RTX 4090 · not in the last list\n${why}\n`));
  expect(valueOf('Status', fields)).toBe(`not in the last list: ${why}`);
});

describe('a price that the host wants to raise', () => {
  const fields = { actual_status: 'running', ...up };
  const increase = {
    id: 5,
    instanceId: 7,
    old_gpu_costpersec: 0.48 / 3600,
    new_gpu_costpersec: 0.68 / 3600,
    old_bwu_cost: 0.001,
    new_bwu_cost: 0.002,
    contract_end_date: 1_796_000_000,
  };

  it('stands in the row with the new price and the day, and below it with both prices', () => {
    const row = item(fields, { increase });
    expect(row.description).toMatch(/^\$0\.50 → \$0\.70\/h, Nov \d+$/);
    expect(row.contextValue).toContain(';priceIncrease;');
    expect(row.tooltip).toContain('from $0.50/h to $0.70/h. The price that you agreed to ends on Nov');
    expect(row.accessibilityInformation?.label).toContain('to rise to $0.70/h');
    const nodes = detailNodes(instance(fields), { now, viaProxy: false, increase });
    expect(nodes.find(({ label }) => label === 'New price')?.value).toMatch(
      /^\$0\.50\/h → \$0\.70\/h while running, upload \$0\.001 → \$0\.002 per GB, agreed price until Nov/,
    );
  });

  it('is said without what the service does not tell', () => {
    const row = item(fields, { increase: { id: 5, instanceId: 7 } });
    expect(row.description).toMatch(/^running · \$0\.50\/h · price to rise$/);
    expect(row.tooltip).toContain('The service doesn’t say from when on.');
    expect(item(fields).contextValue).not.toContain('priceIncrease');
  });
});

describe('the row of an instance', () => {
  it('begins with the countdown of its stop, which a narrow view has room for', () => {
    const stop = {
      token: 't',
      action: 'stop',
      when: { kind: 'at', at: now + 3_600_000 },
      createdAt: now,
    } as const;
    const row = item({ actual_status: 'running', ...up }, { stop: { stop, due: now + 3_600_000 } });
    expect(row.description).toMatch(/^stops in 1 h · \$0\.50\/h/);
    expect(row.accessibilityInformation?.label).toMatch(/, running, .*stops in 1 h$/);
  });

  it.each(phases)(
    'that is %s offers what is possible and shows what it costs',
    (phase, fields, offers, price) => {
      expect(lifecycleOf(instance(fields)).phase).toBe(phase);
      const { contextValue = '', description } = item(fields);
      expect(contextValue.split(';').filter(Boolean)).toEqual([
        'instance',
        ...offers.split(' ').filter(Boolean),
      ]);
      expect(String(description).split(' · ')[1]).toBe(price);
    },
  );

  it('tells states apart by its icon and its words, never by a colour alone', () => {
    const looks = phases.map(
      ([, fields]) => `${JSON.stringify(item(fields).iconPath)} ${String(item(fields).description)}`,
    );
    expect(new Set(looks).size).toBe(phases.length);
  });

  it('offers no way in to an instance without SSH', () => {
    const { contextValue } = item({ actual_status: 'running', ...up, image_runtype: 'args' });
    expect(contextValue).toBe(';instance;stop;reboot;');
  });

  it('says an unknown price as unknown', () => {
    const { dph_total: _, ...unpriced } = instance({ actual_status: 'running', ...up });
    const { description, accessibilityInformation } = instanceItem(unpriced, 'a', { now });
    expect(String(description)).toMatch(/^running · \$\?\/h$/);
    expect(accessibilityInformation?.label).toContain('price unknown');
  });

  it('says what it may cost at most where the service doesn’t tell whether it runs', () => {
    for (const actual_status of ['unknown', 'offline', 'melted']) {
      const { description, tooltip, accessibilityInformation } = item({ actual_status, ...up });
      expect(description).toContain(' · up to $0.50/h');
      expect(tooltip).toContain('up to $0.50/h now; $0.020/h when stopped');
      expect(accessibilityInformation?.label).toContain('up to 0.5 dollars per hour');
      expect(item({ actual_status, ...up, cur_state: 'stopped' }).description).toContain(' · $0.020/h');
    }
  });

  it('says that it can be interrupted, and its bid, in its line, its tooltip, its details and aloud', () => {
    const bids = { actual_status: 'running', ...up, is_bid: true, dph_base: 0.48 };
    const row = item(bids);
    expect(row.description).toBe('running · $0.50/h · bid $0.48/h');
    expect(row.tooltip).toContain('Interruptible: it stops when someone bids more than $0.48/h.');
    expect(row.accessibilityInformation?.label).toContain('interruptible, bid $0.48/h');
    expect(valueOf('Bid', bids)).toBe('$0.48/h, interruptible');
    expect(String(item({ actual_status: 'running', ...up }).description)).not.toContain('interruptible');
  });

  it('says at which bid it was outbid, before the price', () => {
    const outbid = {
      ...waiting,
      is_bid: true,
      dph_base: 0.48,
      gpu_name: 'RTX 4090',
      num_gpus: 1,
      label: 'x',
    };
    expect(item(outbid).description).toBe('outbid at $0.48/h · $0.020/h · 1× RTX 4090');
  });

  it('is read aloud in words', () => {
    const { accessibilityInformation } = item({ actual_status: 'running', ...up, label: 'train' });
    expect(accessibilityInformation?.label).toBe('train, RTX 4090 times 2, running, 0.5 dollars per hour');
  });

  it('says what a start is doing in percent, not in the words of Docker', () => {
    const loading = {
      actual_status: 'loading',
      ...up,
      status_msg: 'b7f3d2c81a55: Downloading [==>   ] 42MB/100MB',
    };
    expect(item(loading).description).toBe('pulling 42% · $0.020/h');
    expect(item(loading).accessibilityInformation?.label).toContain(', pulling 42%');
    expect(item({ ...loading, status_msg: 'Verifying the host' }).description).toBe(
      'loading · $0.020/h · Verifying the host',
    );
  });

  it('says for how long it runs and what that has cost, and what only a disk costs', () => {
    const running = { actual_status: 'running', ...up, running_since: now / 1000 - 7500 };
    expect(item({ ...running, label: 'train' }).description).toBe(
      'running · $0.50/h · 2 h 5 min · $1.04 so far · 2× RTX 4090',
    );
    const stopped = { actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' };
    expect(item(stopped).description).toBe('stopped · disk $0.020/h');
  });

  it('says at once what was asked for, and offers nothing while it is destroyed', () => {
    const running = { actual_status: 'running', ...up };
    const destroying = item(running, { deed: 'destroying' });
    expect(destroying.description).toBe('destroying · $0.50/h');
    expect(destroying.contextValue).toBe(';destroying;');
    expect(destroying.accessibilityInformation?.label).toContain('destroying');
    expect(item(running, { deed: 'stopping' }).contextValue).toContain(';stop;');
  });

  it('has its ID in its name where another one would have the same', () => {
    const others = [
      instance({ id: 8 }),
      instance({ id: 9, label: 'train' }),
      instance({ id: 10, num_gpus: 1 }),
    ];
    const twins = twinsOf([instance({}), ...others, instance({ id: 11, label: 'train' })]);
    expect([...twins].sort((a, b) => a - b)).toEqual([7, 8, 9, 11]);
    expect(item({}, { isTwin: true }).label).toBe('2× RTX 4090 (7)');
    expect(item({ label: 'train' }, { isTwin: true }).label).toBe('train (7)');
  });

  it('keeps icons and control characters of strangers out of its words', () => {
    const { label } = item({ actual_status: 'running', ...up, label: 'a\u202eb\n$(trash) c' });
    for (const sign of ['\u202e', '\n', '$(']) expect(label).not.toContain(sign);
  });

  it('whose answer could not be read stays in sight and can be stopped', () => {
    const read = item({ unreadable: true });
    expect(read.contextValue).toBe(';instance;stop;unreadable;');
    expect(read.tooltip).toContain('2× RTX 4090');
    const { contextValue } = item({ id: -1, unreadable: true });
    expect(contextValue).toBe(';unreadable;');
  });
});

describe('the details below an instance', () => {
  it('leave out what the service does not tell', () => {
    const labels = detailNodes({ id: 7 }, { now, viaProxy: false }).map(({ label }) => label);
    expect(labels).toEqual(['Status']);
  });

  it('say what it costs while running and while stopped, by the hour and by the month', () => {
    const running = { actual_status: 'running', ...up };
    expect(valueOf('While running', running)).toMatch(/^\$0\.50\/h · /);
    expect(valueOf('While stopped', running)).toMatch(/^\$0\.020\/h · /);
  });

  it('say with units how long it runs, what it has cost, when it ends, and what the machine has', () => {
    const rented = {
      actual_status: 'running',
      ...up,
      start_date: now / 1000 - 3 * 3600,
      running_since: now / 1000 - 2 * 3600,
      end_date: now / 1000 + 36 * 3600,
      cpu_name: 'EPYC 7763',
      cpu_cores_effective: 15.5,
      cpu_cores: 31,
      cpu_ram: 131_072,
      gpu_ram: 24_576,
      disk_space: 40,
      inet_down_cost: 0.003,
      inet_up_cost: 0,
      direct_port_count: 4,
    };
    expect(valueOf('Uptime', rented)).toMatch(/^2 h, since \S/);
    expect(valueOf('Cost so far', rented)).toMatch(
      /^at least \$1\.02 since .*, including \$1\.00 since it was started$/,
    );
    expect(valueOf('Cost so far', { ...rented, start_date: rented.running_since - 60 })).toMatch(
      /^about \$1\.00 since /,
    );
    expect(valueOf('Rental ends', rented)).toMatch(/^1 d 12 h left, until .*20\d\d/);
    expect(valueOf('CPU', rented)).toBe('15.5 cores · EPYC 7763');
    expect(valueOf('Memory', rented)).toBe('64 GB');
    expect(valueOf('GPU memory', rented)).toBe('24 GB each, 2 GPUs');
    expect(valueOf('Traffic', rented)).toBe('↓ $0.003/GB ↑ free');
    expect(valueOf('Direct ports', rented)).toBe('4');
    expect(valueOf('GPU load', rented)).toBeUndefined();
    const figures = { gpu_util: 92.6, gpu_temp: 71, mem_usage: 12.34, mem_limit: 64, disk_usage: 3.21 };
    expect(valueOf('GPU load', rented, figures)).toBe('93% · 71 °C');
    expect(valueOf('Memory', rented, figures)).toBe('12.3 of 64 GB used');
    expect(valueOf('Disk', rented, figures)).toBe('3.2 of 40 GB used');
    expect(valueOf('Disk', rented, { disk_usage: -1 })).toBe('40 GB');
  });

  it('give the address alone to copy', () => {
    const reached = { actual_status: 'running', ...up, ssh_host: 'ssh.example.com', ssh_port: 1022 };
    const address = details(reached).find(({ label }) => label === 'Address');
    expect(address?.value).toMatch(/^gpu-7 → ssh\.example\.com:\d+ \(proxy\)$/);
    expect(address?.copied).toMatch(/^ssh\.example\.com:\d+$/);
  });

  it('tell what is pulled without the bar of signs', () => {
    const loading = {
      actual_status: 'loading',
      ...up,
      status_msg: 'b7f3d2c81a55: Downloading [==>   ] 42MB/100MB',
    };
    expect(valueOf('Status', loading)).toBe('loading (pulling 42%): b7f3d2c81a55: Downloading 42MB/100MB');
  });
});

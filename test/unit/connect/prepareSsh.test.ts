import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/errors';
import { CancelledError } from '../../../src/api/cancelled';
import { LocalError } from '../../../src/api/localError';
import { prepareSsh } from '../../../src/connect/prepareSsh';
import type { Services } from '../../../src/prompts/services';
import { commandServices } from '../support/commandServices';
import { eventually } from '../support/eventually';
import { clearScreen, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
const waitUntilRunning = vi.hoisted(() => vi.fn());
vi.mock('../../../src/connect/waitUntilRunning', () => ({ waitUntilRunning }));
const ssh = vi.hoisted(() => ({
  config: '',
  answersAfter: 0,
  logins: 0,
  dial: undefined as ((signal: AbortSignal) => Promise<unknown>) | undefined,
}));
vi.mock('../../../src/ssh/login/probe', () => ({
  waitForSsh: ([address]: unknown[], { signal }: { signal: AbortSignal }) =>
    ssh.dial?.(signal) ?? Promise.resolve({ address }),
  pause: () => Promise.resolve(),
}));
vi.mock('../../../src/ssh/run/runSsh', () => ({
  runProgram: (args: readonly string[]) => {
    const isConfig = args.includes('-G');
    if (!isConfig) ssh.logins += 1;
    const answers = isConfig || ssh.logins > ssh.answersAfter;
    const stderr = answers ? '' : 'Connection closed by 203.0.113.7 port 4022';
    return Promise.resolve({ code: answers ? 0 : 255, stdout: isConfig ? ssh.config : '', stderr });
  },
}));

const stopped = { id: 7, label: 'train', actual_status: 'exited', intended_status: 'stopped', dph_total: 1 };
const running = { ...stopped, actual_status: 'running', intended_status: 'running', cur_state: 'running' };
beforeEach(() => {
  clearScreen();
  Object.assign(ssh, { config: '', answersAfter: 0, logins: 0, dial: undefined });
});

const address = { host: '203.0.113.7', port: 4022 };
const reachable = { ...running, ssh_host: address.host, ssh_port: address.port, image_runtype: 'ssh_proxy' };

/** Connects to it, with a person who agrees to a start. */
function connecting(instance: typeof stopped, agreesToConfig = true) {
  const all = commandServices(instance);
  const { services, answer } = all;
  Object.assign(services, {
    sshSetup: () => ({ configFile: '/c', config: { includeState: () => Promise.resolve('absent') } }),
    dialogs: {
      confirm: ({ yes }: { yes: string }) =>
        Promise.resolve(yes.startsWith('Start') ? answer.agrees : agreesToConfig),
    },
  });
  const signal = new AbortController().signal;
  const options = { confirmed: false, interactive: false, signal, report: () => undefined };
  return { ...all, prepared: (more = {}) => prepareSsh(services, 7, { ...options, ...more }) };
}

const told = () => screen.shown.map(({ message, buttons }) => [message, ...buttons]);
const started = [['train (7) was started and costs $1.00/h while it runs.', 'Stop…']];

it('after Cancel, a person is told that an instance was started for it, and can stop it', async () => {
  waitUntilRunning.mockRejectedValue(new CancelledError());
  screen.press = 'Stop…';
  const { prepared, sent } = connecting(stopped);
  await expect(prepared()).rejects.toThrow(CancelledError);
  expect(sent).toEqual([[7, 'running']]);
  expect(told()).toEqual(started);
  await eventually(() => expect(screen.commands.map(([id]) => id)).toEqual(['gpuRental.stopInstance']));
});

it('after a no to the SSH config, too', async () => {
  waitUntilRunning.mockResolvedValue(running);
  expect(await connecting(stopped, false).prepared()).toBeUndefined();
  expect(told()).toEqual(started);
});

it('after a failure, whose words say nothing of what it costs, too', async () => {
  waitUntilRunning.mockRejectedValue(new LocalError('may_pass', 'No.'));
  await expect(connecting(stopped).prepared()).rejects.toThrow('No.');
  expect(told()).toEqual(started);
});

it('whose answer was lost may run, which the failure and a later notice tell', async () => {
  const { prepared, marked, answer } = connecting(stopped);
  answer.refusesId = 7;
  answer.refusal = new ApiError('timeout', 'No response.', { sent: true });
  await expect(prepared()).rejects.toThrow(/^No response\. It may start and then costs \$1\.00\/h\.$/);
  expect(marked).toEqual([['a', 7]]);
  expect(told()).toEqual([]);
});

it('but not of one that ran before, or wasn’t started', async () => {
  waitUntilRunning.mockRejectedValue(new CancelledError());
  await expect(connecting(running).prepared()).rejects.toThrow(CancelledError);
  const refusing = connecting(stopped);
  refusing.answer.agrees = false;
  expect(await refusing.prepared()).toBeUndefined();
  expect(told()).toEqual([]);
});

/** The person switches to another account of theirs. */
const switchTo = (services: Services, id: string) =>
  Object.assign(services.accounts, { active: { id, userId: 2, email: `${id}@example.com` } });

it('waits for the account that was in use, and names it where its instance can’t be stopped from here', async () => {
  const { prepared, services } = connecting(stopped);
  switchTo(services, 'a');
  waitUntilRunning.mockImplementation((_, __, { accountId }: { accountId: string }) => {
    switchTo(services, 'b');
    Object.assign(services.instances, { get: () => undefined });
    return Promise.reject(new LocalError('other_account', `Not ${accountId}.`));
  });
  await expect(prepared()).rejects.toThrow('Not a.');
  expect(told()).toEqual([[`a@example.com: ${started[0]?.[0]}`]]);
});

it('starts nothing where the account changed while the list was loaded', async () => {
  const { prepared, sent, services } = connecting(stopped);
  Object.assign(services.instances, { refresh: () => Promise.resolve(switchTo(services, 'b')) });
  await expect(prepared({ startAgreed: {} })).rejects.toThrow('Nothing was done.');
  expect(sent).toEqual([]);
});

/** Its entry can be written, and it answers SSH. Tells the accounts whose marks are looked at. */
function answering(services: Services): string[] {
  const config = {
    includeState: () => Promise.resolve('present'),
    ensureInclude: () => Promise.resolve({ changed: false }),
    readEntries: () => Promise.resolve([{ instanceId: 7, ...address }]),
    ensureFound: () => Promise.resolve(),
  };
  const done = () => Promise.resolve();
  const marks: string[] = [];
  Object.assign(services, {
    sshSetup: () => ({ configFile: '/c', config }),
    sshEntries: { resume: done, sync: () => Promise.resolve({ skipped: [], clashes: [] }) },
    viaProxy: { list: (id: string) => Promise.resolve(marks.push(id) && new Set()) },
    milestones: { reached: () => undefined },
  });
  return marks;
}

it('looks for the way to it in its account, and logs nobody in while another is in use', async () => {
  waitUntilRunning.mockResolvedValue(reachable);
  const { prepared, services } = connecting(running);
  const marks = answering(services);
  Object.assign(services.sshEntries, { resume: () => Promise.resolve(switchTo(services, 'b')) });
  await expect(prepared({ interactive: true })).rejects.toThrow('Another account is now in use.');
  expect(await prepared()).toMatchObject({ alias: 'gpu-7' });
  expect([marks, ssh.logins]).toEqual([['a', 'b'], 0]);
  const gone = () => Promise.resolve(Object.assign(services.accounts, { active: undefined }));
  Object.assign(services.sshEntries, { resume: gone });
  await expect(prepared({ interactive: true })).rejects.toThrow('signed out');
});

it('keeps the entry of one behind a host of the person’s own, also where only the proxy answers from here', async () => {
  ssh.config = 'proxyjump me@bastion\n';
  ssh.answersAfter = Infinity;
  const direct = { host: '198.51.100.7', port: 41022 };
  const ports = { '22/tcp': [{ HostPort: String(direct.port) }] };
  waitUntilRunning.mockResolvedValue({ ...reachable, public_ipaddr: direct.host, ports });
  ssh.dial = () => Promise.resolve({ address: { ...address, route: 'proxy' } });
  const { prepared, services } = connecting(running);
  const marks = answering(services);
  expect((await prepared())?.address).toMatchObject(direct);
  expect(marks).toEqual(['a']);
});

it.each([
  ['proxyjump me@bastion', true],
  ['proxycommand ssh -W %h:%p bastion', true],
  ['proxycommand none', false],
  ['hostname 203.0.113.7', false],
])('with %s in the config, a login may answer in place of the address: %s', async (line, isProxied) => {
  ssh.config = `port 22\n${line}\n`;
  ssh.answersAfter = 2;
  const until: AbortSignal[] = [];
  // Nothing answers from here.
  ssh.dial = (signal: AbortSignal) => {
    until.push(signal);
    return isProxied ? new Promise(() => undefined) : Promise.reject(new Error('Nobody answers.'));
  };
  waitUntilRunning.mockResolvedValue(reachable);
  const { prepared, services } = connecting(running);
  answering(services);
  if (isProxied) expect(await prepared()).toMatchObject({ alias: 'gpu-7', address });
  else await expect(prepared()).rejects.toThrow('Nobody answers.');
  expect([ssh.logins, until.map(({ aborted }) => aborted)]).toEqual([isProxied ? 3 : 0, [isProxied]]);
});

it('an address may answer although a command of the person’s own leads nowhere yet', async () => {
  ssh.config = 'proxycommand nowhere %h %p\n';
  ssh.answersAfter = Infinity;
  waitUntilRunning.mockResolvedValue(reachable);
  const { prepared, services } = connecting(running);
  answering(services);
  expect(await prepared()).toMatchObject({ alias: 'gpu-7', address });
});

it('says to who goes on whether it was started for that, and leaves to them to tell it', async () => {
  waitUntilRunning.mockResolvedValue(reachable);
  for (const before of [stopped, running]) {
    const connection = connecting(before);
    answering(connection.services);
    expect(await connection.prepared()).toMatchObject({ alias: 'gpu-7', wasStarted: before === stopped });
  }
  expect(told()).toEqual([]);
});

it('where the list fails, waits only for a run that was agreed to', async () => {
  waitUntilRunning.mockRejectedValue(new LocalError('may_pass', 'Waited.'));
  const { prepared, services } = connecting(running);
  const failure = new ApiError('server_error', 'The service failed.', { status: 503 });
  Object.assign(services.instances, { refresh: () => Promise.reject(failure) });
  await expect(prepared()).rejects.toThrow('The service failed.');
  await expect(prepared({ startAgreed: {} })).rejects.toThrow('Waited.');
});

import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Instance } from '../../../../src/api/schemas/instances/instance';
import { diagnose } from '../../../../src/ssh/diagnosis/diagnose';
import {
  type DiagnosisProbes,
  brokenStep,
  diagnosisSteps,
  type Diagnosis,
} from '../../../../src/ssh/diagnosis/finding';
import { diagnosisMarkdown } from '../../../../src/ssh/diagnosis/markdown';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { probeSsh } from '../../../../src/ssh/login/probe';
import { runProgram } from '../../../../src/ssh/run/runSsh';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { makeKey, sshdProgram, startSshd, type RealSshd } from '../support/realSshd';
import { temporaryFolder } from '../support/temporary';

interface SetUp {
  sshd: RealSshd;
  config: SshConfig;
  instance: Instance;
  probes: DiagnosisProbes;
  identityFile: string;
  /** Registered with the service. */
  keys: string[];
}

/** Everything as it should be: a real sshd, an entry, a service that knows the key. */
async function setUp(extra: string[] = []): Promise<SetUp> {
  const sshd = await startSshd({ extra });
  const home = await temporaryFolder();
  const configFile = path.join(home, '.ssh', 'config');
  const homes = { home, passwordHome: '/nowhere' };
  const config = new SshConfig({
    fs: nodeFileSystem,
    configFile,
    defaultConfigFile: '/nowhere/config',
    ...homes,
  });
  const instance: Instance = {
    id: 7,
    actual_status: 'running',
    image_runtype: 'ssh_direc ssh_proxy',
    public_ipaddr: '127.0.0.1\n',
    ports: { '22/tcp': [{ HostPort: String(sshd.port) }] },
    jupyter_token: 'secret-token',
  };
  const keys = [sshd.publicKey];
  const { user, identityFile } = sshd;
  await config.writeEntries([{ instanceId: 7, host: '127.0.0.1', port: sshd.port, user, identityFile }]);
  await config.ensureInclude();
  const probes: DiagnosisProbes = {
    account: async () => undefined,
    instance: async () => instance,
    registeredKeys: async () => keys,
    banner: probeSsh,
    run: runProgram,
    window: () => ({ extension: 'ms-vscode-remote.remote-ssh', configFile }),
  };
  return { sshd, config, instance, probes, identityFile, keys };
}

function run({ config, probes, sshd, identityFile }: SetUp): Promise<Diagnosis> {
  return diagnose({ instanceId: 7, config, user: sshd.user, identityFile }, probes);
}

/** As after a change of the setting. */
async function useOtherKey(it: SetUp): Promise<void> {
  it.identityFile = makeKey(await temporaryFolder(), 'other');
  const entries = await it.config.readEntries();
  await it.config.writeEntries(entries.map((entry) => ({ ...entry, identityFile: it.identityFile })));
}

const statuses = (diagnosis: Diagnosis): Record<string, string> =>
  Object.fromEntries(diagnosis.map(({ step, status }) => [step, status]));

describe.skipIf(!sshdProgram)('diagnose', () => {
  it('finds nothing wrong where all is well', async () => {
    const diagnosis = await run(await setUp());
    expect(statuses(diagnosis)).toEqual(Object.fromEntries(diagnosisSteps.map((step) => [step, 'ok'])));
    expect(brokenStep(diagnosis)).toBeUndefined();
  });

  type Broken = [name: string, step: string, breakIt: (it: SetUp) => unknown];
  it.each<Broken>([
    ['a closed port', 'tcp', ({ sshd }) => sshd.stop()],
    ['a wrong key', 'keys', (it) => useOtherKey(it)],
    ['a key that has not arrived yet', 'login', ({ sshd }) => writeFile(sshd.authorizedKeys, '')],
    [
      'a changed host key',
      'hostKey',
      async ({ sshd, config }) => {
        const other = (await readFile(`${makeKey(await temporaryFolder(), 'other')}.pub`, 'utf8')).trim();
        await writeFile(config.paths.knownHosts, `gpu-7 ${other}\n`);
        expect(sshd.port).toBeGreaterThan(0);
      },
    ],
    [
      'an entry shadowed by Host *',
      'entry',
      async ({ config }) => {
        const text = await readFile(config.configFile, 'utf8');
        await writeFile(config.configFile, `Host *\n  Port 1\n  User nobody\n${text}`);
      },
    ],
    ['our file with mode 666', 'entry', ({ config }) => chmod(config.paths.ownConfig, 0o666)],
    [
      'a stopped instance',
      'state',
      ({ instance }) =>
        Object.assign(instance, { actual_status: 'exited', intended_status: 'stopped', ports: {} }),
    ],
    [
      'the runtype args',
      'runtype',
      ({ instance }) => Object.assign(instance, { image_runtype: 'args', ports: {} }),
    ],
    [
      'an address through the proxy only',
      'address',
      ({ instance, sshd }) =>
        Object.assign(instance, { ports: {}, ssh_host: '127.0.0.1', ssh_port: sshd.port }),
    ],
    [
      'no extension for SSH windows',
      'window',
      ({ probes, config }) =>
        (probes.window = () => ({ extension: undefined, configFile: config.configFile })),
    ],
    [
      'a key that the service refuses',
      'account',
      ({ probes }) => (probes.account = () => Promise.reject(new Error('no'))),
    ],
    [
      'an instance that is gone',
      'state',
      ({ probes }) => (probes.instance = () => Promise.reject(new Error('gone'))),
    ],
    ['no address yet', 'address', ({ instance }) => Object.assign(instance, { public_ipaddr: undefined })],
    [
      'a direct port that is closed while the proxy answers',
      'tcp',
      ({ instance, sshd }) =>
        Object.assign(instance, {
          ports: { '22/tcp': [{ HostPort: '9' }] },
          ssh_host: '127.0.0.1',
          ssh_port: sshd.port,
        }),
    ],
    ['a machine without a shell', 'shell', () => undefined],
    [
      'a config that ssh does not accept',
      'entry',
      ({ config }) => appendFile(config.configFile, 'NoSuchOption x\n'),
    ],
    ['an entry with an old port', 'entry', ({ config }) => config.writeEntries([oldEntry])],
    ['no entry', 'entry', ({ config }) => config.writeEntries([])],
    ['no Include', 'entry', ({ config }) => writeFile(config.configFile, 'Host mine\n')],
    [
      'damaged markers',
      'entry',
      ({ config }) => writeFile(config.configFile, '# --- gpu-rental: start ---\n'),
    ],
    [
      'an extension that reads another file',
      'window',
      ({ probes }) => (probes.window = () => ({ extension: 'x.y', configFile: '/other' })),
    ],
  ])('names the right step for %s', async (_, step, breakIt) => {
    const it = await setUp();
    if (step === 'shell') it.probes.run = withoutShell;
    await breakIt(it);
    const diagnosis = await run(it);
    expect(brokenStep(diagnosis), diagnosisMarkdown('gpu-7', diagnosis)).toMatchObject({ step });
    expect(brokenStep(diagnosis)?.evidence).toBeTruthy();
    expect(brokenStep(diagnosis)?.remedy).toBeTruthy();
  });

  const oldEntry = { instanceId: 7, host: '127.0.0.1', port: 9, user: 'root' };
  const withoutShell: DiagnosisProbes['run'] = async (args, options) => {
    const result = await runProgram(args, options);
    return args.includes('-v')
      ? { ...result, code: 1, stdout: '', stderr: `${result.stderr}\nNo shell for you` }
      : result;
  };

  it.each([
    ['ForceCommand=exit 0', /ForceCommand/],
    ['AllowTcpForwarding=no', /AllowTcpForwarding/],
  ])('says what helps on a machine with %s', async (setting, remedy) => {
    const broken = brokenStep(await run(await setUp([setting])));
    expect(broken).toMatchObject({ step: 'shell', status: 'failed' });
    expect(broken?.remedy).toMatch(remedy);
  });

  it('says that ssh offers too many keys', async () => {
    const it = await setUp(['MaxAuthTries=3']);
    const folder = await temporaryFolder();
    const others = ['a', 'b', 'c'].flatMap((name) => ['-i', makeKey(folder, name)]);
    it.probes.run = (args, options) => runProgram([...others, ...args], options);
    const diagnosis = await run(it);
    expect(brokenStep(diagnosis)?.step).toBe('keys');
    expect(brokenStep(diagnosis)?.evidence).toContain('too many');
  });

  it('dials nothing where ssh goes through a host of the person’s own, and logs in through that', async () => {
    const it = await setUp();
    const { config, instance, probes, sshd, identityFile } = it;
    const entry = { instanceId: 7, host: '192.0.2.1', port: 9, user: sshd.user, identityFile };
    Object.assign(instance, { public_ipaddr: '192.0.2.1', ports: { '22/tcp': [{ HostPort: '9' }] } });
    await config.writeEntries([entry]);
    const dial = `const s = require('net').connect(${sshd.port}, '127.0.0.1'); process.stdin.pipe(s).pipe(process.stdout)`;
    await appendFile(config.configFile, `Host *\n  ProxyCommand "${process.execPath}" -e "${dial}"\n`);
    probes.banner = () => Promise.reject(new Error('dialed'));
    const diagnosis = await run(it);
    expect(brokenStep(diagnosis)).toBeUndefined();
    expect(statuses(diagnosis)).toMatchObject({ tcp: 'skipped', banner: 'skipped', login: 'ok' });
  });

  it('tries the login with our values although ssh refuses the config', async () => {
    const it = await setUp();
    await appendFile(it.config.configFile, 'NoSuchOption x\n');
    expect(statuses(await run(it))).toMatchObject({ login: 'ok', shell: 'ok', entry: 'failed' });
  });

  it('goes on with the config and the extension when the service does not answer', async () => {
    const it = await setUp();
    it.probes.account = () => Promise.reject(new Error('offline'));
    expect(statuses(await run(it))).toMatchObject({
      account: 'failed',
      state: 'skipped',
      entry: 'ok',
      window: 'ok',
    });
  });

  it('does not blame the keys when the service does not tell which it knows', async () => {
    const it = await setUp();
    it.probes.registeredKeys = async () => undefined;
    await useOtherKey(it);
    expect(brokenStep(await run(it))).toMatchObject({ step: 'login' });
  });

  it('says that there is no ssh program', async () => {
    const it = await setUp();
    it.probes.run = (args, options) => runProgram(args, { ...options, program: '/no/such/ssh' });
    expect(brokenStep(await run(it))).toMatchObject({ step: 'login' });
  });

  it('tells each finding as it comes', async () => {
    const it = await setUp();
    const told: string[] = [];
    const subject = { instanceId: 7, config: it.config, user: it.sshd.user, identityFile: it.identityFile };
    await diagnose(subject, it.probes, ({ step }) => told.push(step));
    expect(told).toEqual([...diagnosisSteps]);
  });
});

describe.skipIf(!sshdProgram)('diagnosisMarkdown', () => {
  it('shows every step, and no secret', async () => {
    const it = await setUp();
    it.instance.status_msg = 'token=secret-token? no: *bold* [link](http://evil) <b>\n# heading';
    Object.assign(it.instance, { actual_status: 'loading' });
    const text = diagnosisMarkdown('gpu-7', await run(it));
    expect(text).toContain('❌ 2. Instance is running');
    expect(text).toContain('**What to do:** Wait until it’s running.');
    expect(text).toContain('\\*bold\\* \\[link\\] \\(http://evil\\) \\<b\\> \\# heading');
    expect(text.match(/^## /gm)).toHaveLength(diagnosisSteps.length);
    const privateKey = await readFile(it.identityFile, 'utf8');
    expect(text).not.toContain(privateKey.split('\n')[1]);
  });

  it('is short when all is well', async () => {
    expect(diagnosisMarkdown('gpu-7', await run(await setUp()))).toMatch(
      /^# Connection to gpu-7\n\nEverything works\.\n/,
    );
  });
});

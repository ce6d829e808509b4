import { equal, ok, rejects } from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnosis } from '../../../src/ssh/diagnosis/finding';
import { brokenStep } from '../../../src/ssh/diagnosis/finding';
import {
  agreed,
  call,
  destroyAll,
  environment,
  overSsh,
  rentRunning,
  sandbox,
  signIn,
} from '../support/inHost';

describe('diagnosing a connection', () => {
  let instanceId = 0;

  before(async () => {
    await signIn();
    await writeFile(environment.sshConfigFile, '');
    instanceId = await rentRunning({ label: 'patient' });
    await agreed('connect', { instanceId });
    await overSsh(`gpu-${instanceId}`, 'true');
  });
  afterEach(() => sandbox.clearFailures());
  after(destroyAll);

  it('finds nothing but the missing extension where all is well', async () => {
    const diagnosis = await diagnose();
    equal(brokenStep(diagnosis)?.step, 'window');
    const others = diagnosis.filter(({ step }) => step !== 'window');
    equal(others.map(({ status }) => status).join(), others.map(() => 'ok').join());
  });

  it('names a closed port', async () => {
    await answerWith({ ports: { '22/tcp': [{ HostPort: '1' }] }, ssh_host: '127.0.0.1', ssh_port: 1 });
    equal(await broken(), 'tcp');
  });

  it('says that only the proxy answers', async () => {
    await answerWith({ ports: { '22/tcp': [{ HostPort: '1' }] } });
    const diagnosis = await diagnose();
    const tcp = diagnosis.find(({ step }) => step === 'tcp');
    equal(tcp?.status, 'warning');
    ok(/proxy/i.test(tcp.evidence + (tcp.remedy ?? '')));
  });

  it('names an entry that a Host block before it overrides', async () => {
    const config = await readFile(environment.sshConfigFile, 'utf8');
    await writeFile(environment.sshConfigFile, `Host *\n  Port 9\n\n${config}`);
    equal(await broken(), 'entry');
    await writeFile(environment.sshConfigFile, config);
  });

  it('names an entry that ssh does not read because of its mode', async () => {
    const own = join(environment.sshConfigFile, '../gpu-rental/config');
    await answerWith({});
    // A list that arrives meanwhile would mend the file.
    await sandbox.failNext({ method: 'GET', path: '/instances/', count: 100, status: 500 });
    await rejects(call('refreshInstances'));
    await chmod(own, 0o666);
    equal(await broken(), 'entry');
    await chmod(own, 0o600);
  });

  it('names a changed host key', async () => {
    await agreed('stopInstance', { instanceId });
    await sandbox.advance(60);
    await sandbox.renewHostKey(instanceId);
    await agreed('startInstance', { instanceId });
    await sandbox.advance(300);
    await agreed('connect', { instanceId });
    equal(await broken(), 'hostKey');
  });

  it('names a key that has not arrived on the machine', async () => {
    await sandbox.configure({ keyDelaySeconds: 100_000 });
    const early = await rentRunning();
    await sandbox.configure({ keyDelaySeconds: 0 });
    const diagnosis = await diagnose(early);
    equal(brokenStep(diagnosis)?.step, 'login');
    const login = diagnosis.find(({ step }) => step === 'login');
    ok(/arriv|minute/i.test(login?.remedy ?? ''), login?.remedy);
  });

  it('names a launch mode without ssh', async () => {
    equal(await broken(await rentRunning({ runtype: 'args' })), 'runtype');
  });

  it('names a stopped instance', async () => {
    await agreed('stopInstance', { instanceId });
    await sandbox.advance(60);
    equal(await broken(), 'state');
  });

  it('names a key that the account does not have', async () => {
    const stranger = await sandbox.createAccount({ email: 'keyless@example.com', credit: 50 });
    const { accountId } = await agreed<{ accountId: string }>('signIn', {
      apiKey: stranger.apiKey,
      baseUrl: environment.sandboxUrl,
    });
    await sandbox.addUserSshKey(
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
      stranger.id,
    );
    try {
      const theirs = await rentRunning();
      equal(await broken(theirs), 'keys');
      await agreed('destroyInstance', { instanceId: theirs });
    } finally {
      await agreed('signOut', { accountId });
    }
  });

  it('names a key that the service refuses', async () => {
    await sandbox.failNext({
      path: '/users/current/',
      count: 3,
      status: 401,
      body: { success: false, error: 'auth_error' },
    });
    equal(await broken(), 'account');
  });

  async function diagnose(id = instanceId): Promise<Diagnosis> {
    return call<Diagnosis>('diagnoseConnection', { instanceId: id });
  }

  async function broken(id?: number): Promise<string | undefined> {
    return brokenStep(await diagnose(id))?.step;
  }

  /** The next look at the instance shows it with these fields. */
  async function answerWith(fields: Record<string, unknown>): Promise<void> {
    const instance = (await sandbox.instance(instanceId)) as object;
    const path = `/instances/${instanceId}/`;
    await sandbox.failNext({
      method: 'GET',
      path,
      status: 200,
      body: { instances: { ...instance, ...fields } },
    });
  }
});

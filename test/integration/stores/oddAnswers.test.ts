import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Template } from '../../../src/api/schemas/templates/template';
import { UNREADABLE_ID } from '../../sandbox/choices';
import {
  agreed,
  call,
  destroyAll,
  extensionApi,
  ownSshConfig,
  rentRunning,
  sandbox,
  signIn,
} from '../support/inHost';
import { withOddAnswers } from '../support/oddMode';

/** A few steps of the whole suite, which `npm run test:odd` plays so. */
describe('a service that sends numbers as text, nothing for null and rows that cannot be read', () => {
  it('is rented from, listed, stopped, started and connected to as any other', () =>
    withOddAnswers(async () => {
      await signIn();
      const api = await extensionApi();
      try {
        const instanceId = await rentRunning({ label: 'odd', env: { A: '1', '-p 8000:8000': '1' } });
        const rows = new Map(api.instances().map((one) => [one.id, one]));
        equal(rows.get(instanceId)?.label, 'odd');
        equal(typeof rows.get(instanceId)?.dph_total, 'number');
        deepEqual(rows.get(UNREADABLE_ID), { id: UNREADABLE_ID, unreadable: true });
        const { alias } = await agreed<{ alias: string }>('connect', { instanceId });
        equal(alias, `gpu-${instanceId}`);
        ok((await ownSshConfig()).includes(`gpu-${instanceId}`));
        await agreed('stopInstance', { instanceId });
        await sandbox.advance(5);
        await agreed('startInstance', { instanceId });
        await sandbox.advance(300);
        await call('refreshInstances');
        equal(api.instances().find(({ id }) => id === instanceId)?.actual_status, 'running');
      } finally {
        await destroyAll();
      }
    }));

  it('has its templates, its keys and its second factor read', () =>
    withOddAnswers(async () => {
      await signIn();
      const templates = await call<Template[]>('searchTemplates', { filters: { recommended: { eq: true } } });
      ok(templates.some(({ name, recommended }) => name === 'PyTorch' && recommended === true));
      const keys = await call<{ id?: number; unreadable?: true }[]>('listApiKeys');
      ok(keys.some(({ id }) => typeof id === 'number') && keys.some(({ unreadable }) => unreadable));
    }));
});

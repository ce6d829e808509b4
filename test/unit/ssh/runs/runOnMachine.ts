import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { lookAtRuns } from '../../../../src/ssh/runs/lookAtRuns';
import { type RunOrder, startRun } from '../../../../src/ssh/runs/runs';
import { letRun } from './letRun';
import type { Remote } from '../../../../src/ssh/transfer/remoteShell';
import { temporaryFolder } from '../support/temporary';

export const signal = new AbortController().signal;
export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

let made = 0;
export async function order(more: Partial<RunOrder> = {}): Promise<RunOrder> {
  const id = `test-${process.pid}-${Date.now()}-${++made}`;
  return {
    id,
    workdir: await temporaryFolder(),
    setup: '',
    run: 'echo hello',
    resume: '',
    variables: {},
    limit: 600,
    then: 'keep',
    hasNoResults: true,
    base: 'http://127.0.0.1:9',
    instanceId: 7,
    ...more,
  };
}

export async function sight(remote: Remote, id: string) {
  const found = (await lookAtRuns(remote, [id], signal)).runs.get(id);
  if (!found) throw new Error('The machine says nothing of the run.');
  return found;
}

export async function begin(remote: Remote, run: RunOrder): Promise<void> {
  await startRun(remote, run, signal);
  await letRun(remote, run.id, signal);
}

export const folderIn = (remote: { home: string }, id: string): string =>
  path.join(remote.home, '.gpu-rental/runs', id);

export async function fact(remote: { home: string }, id: string, name: string): Promise<string> {
  const state = await readFile(path.join(folderIn(remote, id), 'state'), 'utf8');
  return new RegExp(`^${name}=(.*)$`, 'm').exec(state)?.[1] ?? '';
}

export const ended = (remote: Remote, id: string) =>
  expect.poll(async () => (await sight(remote, id)).phase, { interval: 300 }).toBe('ended');

/** A service that answers to the instance's own key, and refuses as often as it is told to, or until it is to agree. */
export async function service(refusals: number) {
  let isRefusing = true;
  const calls: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
      response.end(JSON.stringify({ success: !isRefusing || calls.length > refusals }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return { base, calls, agree: () => void (isRefusing = false) };
}

/** Supervisors that have stopped their machine wait for their end. */
export async function endSupervisor(remote: { home: string }, id: string): Promise<void> {
  process.kill(Number(await fact(remote, id, 'pid')), 'SIGKILL');
}

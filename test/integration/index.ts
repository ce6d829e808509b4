import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { format } from 'node:util';
import Mocha from 'mocha';
import { testFiles } from 'test-files';
import * as vscode from 'vscode';
import type { NextFile, Outcome, Report } from './report';
import { sourceLines } from './sourceLines';
import { sandbox } from './support/inHost';

/** Only guards against a hang: what a test waits for has limits of its own. */
const testLimitMs = 600_000;

/**
 * The suite's entry in the extension host, called by VS Code.
 *
 * Rejects when a test failed; the runner hears the details over its own connection.
 */
export async function run(): Promise<void> {
  const socket = connect(Number(process.env.GPU_RENTAL_TEST_REPORT), '127.0.0.1');
  await once(socket, 'connect');
  const send = (report: Report) => socket.write(`${JSON.stringify(report)}\n`);
  const named = sourceLines(__filename);
  const say = (text: string) => send({ kind: 'line', text: named(text) });
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => say(format(...parts));
  const outcome = await playAll(socket, send).catch((error: unknown) => {
    // What kept the tests from being loaded is nowhere else to be seen.
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return undefined;
  });
  if (outcome) send({ kind: 'end', ...outcome });
  socket.end();
  await once(socket, 'close');
  if (outcome?.failed !== 0) throw new Error('The suite failed.');
}

/** Plays what the runner gives out: other hosts play the other files meanwhile. */
async function playAll(socket: Socket, send: (report: Report) => void): Promise<Outcome> {
  const answers = createInterface(socket)[Symbol.asyncIterator]();
  const sum: Outcome = { passed: 0, failed: 0, skipped: 0 };
  for (;;) {
    send({ kind: 'next' });
    const answer: unknown = (await answers.next()).value;
    const { file } = JSON.parse(typeof answer === 'string' ? answer : '{}') as NextFile;
    if (file === undefined) return sum;
    const { passed, failed, skipped } = await play(file);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
}

async function play(file: string): Promise<Outcome> {
  const grep = process.env.GPU_RENTAL_TEST_GREP;
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: testLimitMs,
    color: process.env.GPU_RENTAL_TEST_COLOR === '1',
    ...(grep && { grep }),
  });
  mocha.suite.emit('pre-require', globalThis, file, mocha);
  const load = testFiles[file];
  if (!load) throw new Error(`There is no ${file}.`);
  await load();
  const kept: Promise<void>[] = [];
  const others = new Set(process.listeners('unhandledRejection'));
  let fail: ((reason: unknown) => void) | undefined;
  const outcome = await new Promise<Outcome>((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending });
    });
    runner.on('fail', (test, error: unknown) =>
      kept.push(keepEvidence(test.fullTitle(), error).catch(console.error)),
    );
    // Mocha's own listener emits a lost rejection again, and in an extension host it hears that itself, without end.
    for (const listener of process.listeners('unhandledRejection'))
      if (!others.has(listener)) process.off('unhandledRejection', listener);
    fail = (reason) => (runner as unknown as { uncaught(reason: unknown): void }).uncaught(reason);
    process.on('unhandledRejection', fail);
  });
  if (fail) process.off('unhandledRejection', fail);
  await Promise.all(kept);
  return outcome;
}

/** Keeps the log of the extension and the last requests of a test that has just failed. */
async function keepEvidence(name: string, error: unknown): Promise<void> {
  const folder = process.env.GPU_RENTAL_TEST_FAILURES ?? '';
  const requests = (await sandbox.requests()).slice(-200).map((request) => JSON.stringify(request));
  const log: unknown = await vscode.commands.executeCommand('gpuRental.copyDiagnostics', {});
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll(/[^\w-]+/g, '-').slice(0, 80)}.txt`);
  const parts = [said, '--- log ---', String(log), '--- requests ---', ...requests];
  await writeFile(file, `${parts.join('\n')}\n`);
}

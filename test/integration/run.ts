import { readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram, say } from '../host/commandLine';
import { chooseHost } from '../host/desktop';
import { extensions, inHostStandIns } from '../host/extensions';
import { closeAll, interruption } from '../host/lifetime';
import { repository } from '../host/paths';
import { playInServer } from '../host/playInServer';
import { createWorld } from '../host/world';
import { receiveReport, type Outcome } from './report';
import { runInDesktop } from './runInDesktop';

/** The whole suite, from the first page load. */
const suiteLimitMs = 1_800_000;
/** From the suite's last word to VS Code's exit code. */
const exitLimitMs = 120_000;

const suite = join(repository, 'dist/test/integration/index.cjs');

/**
 * Plays the integration tests in a real VS Code. The last line printed is `N passed, N failed`. Most of them wait for a
 * service that wants its calls apart, so two windows in worlds of their own share the files. Two desktops would take
 * the focus from each other.
 */
async function main(): Promise<void> {
  // Should this process ever run dry before the end, that is a failure too.
  process.exitCode = 1;
  const { values } = parseArgs({
    options: { grep: { type: 'string', default: '' }, odd: { type: 'boolean', default: false } },
  });
  const host = await chooseHost();
  const files = await testFiles();
  const nextFile = (): string | undefined => files.shift();
  const windows = host.kind === 'server' ? 2 : 1;
  const played = await Promise.all(
    Array.from({ length: windows }, () => playInWorld(host, { ...values, nextFile })),
  );
  const outcome = played.map((one) => one.outcome ?? nothing).reduce(sum, nothing);
  const problems = played.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  if (problems.length === 0 && outcome.passed === 0) problems.push('No test was executed.');
  for (const problem of problems) console.error(problem);
  if (outcome.skipped > 0) say(`${outcome.skipped} skipped`);
  say(`${outcome.passed} passed, ${Math.max(outcome.failed, problems.length)} failed`);
  process.exit(problems.length > 0 ? 1 : 0);
}

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0 };

const sum = (one: Outcome, other: Outcome): Outcome => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** The longest first, so that the windows end at about the same time. */
async function testFiles(): Promise<string[]> {
  const folder = join(repository, 'test/integration');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.test.ts'));
  const sized = await Promise.all(
    names.map(async (name) => ({
      name: name.replaceAll('\\', '/'),
      size: (await stat(join(folder, name))).size,
    })),
  );
  return sized.sort((one, other) => other.size - one.size).map(({ name }) => name);
}

interface Orders {
  grep: string;
  odd: boolean;
  nextFile: () => string | undefined;
}

/** One window that plays files until none is left. */
async function playInWorld(
  host: Awaited<ReturnType<typeof chooseHost>>,
  { grep, odd, nextFile }: Orders,
): Promise<{ outcome: Outcome | undefined; problem: string | undefined }> {
  const world = await createWorld({ clock: 'manual', odd });
  world.settings['gpuRental.pollIntervalSeconds'] = 1;
  const sshProgram = join(world.folder, 'ssh-of-remote-ssh');
  await symlink(findProgram('ssh') ?? 'ssh', sshProgram);
  world.settings['remote.SSH.path'] = sshProgram;
  // A file's lines stand together, whatever another window says meanwhile.
  let lines: string[] = [];
  const tell = (): void => {
    // A file without a test that is asked for says so in lines that nobody wants.
    if (lines.some((line) => line.trim() !== '' && !/^\s*0 passing/.test(line))) lines.forEach(say);
    lines = [];
  };
  const report = await receiveReport(
    (line) => lines.push(line),
    () => {
      tell();
      return nextFile();
    },
  );
  const environment = {
    ...world.environment,
    GPU_RENTAL_TEST_SSH_PROGRAM: sshProgram,
    GPU_RENTAL_TEST_REPORT: String(report.port),
    GPU_RENTAL_TEST_FAILURES: join(repository, '.tmp/failures'),
    GPU_RENTAL_TEST_GREP: grep,
    GPU_RENTAL_TEST_ODD: odd ? '1' : '0',
    GPU_RENTAL_TEST_COLOR: process.stdout.isTTY ? '1' : '0',
  };
  const ended = Promise.race([failWhenStuck(report.outcome), interruption()]);
  ended.catch(() => undefined);
  let problem: string | undefined;
  let outcome: Outcome | undefined;
  try {
    const code =
      host.kind === 'server'
        ? await playInServer({
            userSettings: world.settings,
            home: world.home,
            env: environment,
            folder: world.workspace,
            extensions: inHostStandIns,
            orders: { extension: extensions.gpuRental, suite },
            ended,
          })
        : await runInDesktop(host.executable, world, environment, suite, ended);
    outcome = await report.outcome;
    problem = judge(code, outcome);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  } finally {
    tell();
    report.close();
    await closeAll([['The sandbox', () => world.close()]]);
  }
  return { outcome, problem };
}

function judge(code: number, outcome: Outcome | undefined): string | undefined {
  if (!outcome) return 'The suite ended without a report.';
  if (outcome.failed > 0) return `${outcome.failed} tests failed.`;
  if (code !== 0) return `VS Code ended with code ${code}.`;
  return undefined;
}

/** Rejects when nothing more can come: too long, no exit call after the end, an extension host that is gone. */
async function failWhenStuck(outcome: Promise<Outcome | undefined>): Promise<never> {
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The suite did not end within its time.')), suiteLimitMs).unref();
  });
  const end = await Promise.race([outcome, limit]);
  await new Promise((resolve) => setTimeout(resolve, exitLimitMs).unref());
  throw new Error(
    end ? 'VS Code did not end after the tests.' : 'The extension host ended before the tests did.',
  );
}

void main();

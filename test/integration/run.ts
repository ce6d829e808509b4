import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '../host/commandLine';
import { chooseHost } from '../host/desktop';
import { closeAll, interruption } from '../host/lifetime';
import { repository } from '../host/paths';
import { createWorld } from '../host/world';
import { receiveReport, type Outcome } from './report';
import { runInDesktop } from './runInDesktop';
import { runInServer } from './runInServer';

/** The whole suite, from the first page load. */
const suiteLimitMs = 600_000;
/** From the suite's last word to VS Code's exit code. */
const exitLimitMs = 30_000;

const suite = join(repository, 'dist/test/integration/index.js');

/** Plays the integration tests in a real VS Code. The last line printed is `N passed, N failed`. */
async function main(): Promise<void> {
  // Should this process ever run dry before the end, that is a failure too.
  process.exitCode = 1;
  const { values } = parseArgs({ options: { grep: { type: 'string', default: '' } } });
  const host = await chooseHost();
  const world = await createWorld({ clock: 'manual' });
  world.settings['gpuRental.pollIntervalSeconds'] = 1;
  const report = await receiveReport(say);
  const environment = {
    ...world.environment,
    GPU_RENTAL_TEST_REPORT: String(report.port),
    GPU_RENTAL_TEST_GREP: values.grep,
    GPU_RENTAL_TEST_COLOR: process.stdout.isTTY ? '1' : '0',
  };
  const ended = Promise.race([failWhenStuck(report.outcome), interruption()]);
  ended.catch(() => undefined);
  let problem: string | undefined;
  let outcome: Outcome | undefined;
  try {
    const code =
      host.kind === 'server'
        ? await runInServer(world, environment, suite, ended)
        : await runInDesktop(host.executable, world, environment, suite, ended);
    outcome = await report.outcome;
    problem = judge(code, outcome);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  } finally {
    report.close();
    await closeAll([['The sandbox', () => world.close()]]);
  }
  if (problem) console.error(problem);
  const { passed = 0, failed = 0, skipped = 0 } = outcome ?? {};
  if (skipped > 0) say(`${skipped} skipped`);
  say(`${passed} passed, ${problem ? Math.max(failed, 1) : failed} failed`);
  process.exit(problem ? 1 : 0);
}

function judge(code: number, outcome: Outcome | undefined): string | undefined {
  if (!outcome) return 'The suite ended without a report.';
  if (outcome.failed > 0) return `${outcome.failed} tests failed.`;
  if (outcome.passed === 0) return 'No test was executed.';
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

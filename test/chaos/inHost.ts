import { once } from 'node:events';
import { connect } from 'node:net';
import { playRun } from './run';

/** The suite's entry in the extension host: plays one run after the other and tells the runner. */
export async function run(): Promise<void> {
  const socket = connect(Number(told('REPORT')), '127.0.0.1');
  await once(socket, 'connect');
  const send = (report: object) => socket.write(`${JSON.stringify(report)}\n`);
  const say = (text: string) => send({ kind: 'line', text });
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const began = Date.now();
  for (const seed of told('SEEDS').split(',').map(Number)) {
    const { problems, events, figures } = await playRun(seed, {
      folder: told('FOLDER'),
      service: Number(told('SERVICE')),
      extension: told('EXTENSION'),
      identityFile: told('IDENTITY'),
    });
    if (told('SAY') === '1' || problems.length > 0) for (const event of events) say(`  ${event}`);
    say(`seed ${seed}: ${problems.length === 0 ? 'ok' : 'FAILED'} ${figures}`);
    for (const problem of problems) say(`  ${problem}`);
    if (problems.length === 0) sum.passed += 1;
    else sum.failed += 1;
  }
  say(`${Math.round((Date.now() - began) / 1000)} s`);
  send({ kind: 'end', ...sum });
  socket.end();
  await once(socket, 'close');
  if (sum.failed > 0) throw new Error('A run failed.');
}

function told(name: string): string {
  const value = process.env[`GPU_RENTAL_CHAOS_${name}`];
  if (value === undefined) throw new Error(`GPU_RENTAL_CHAOS_${name} is not set.`);
  return value;
}

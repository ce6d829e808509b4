import { connect } from 'node:net';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval } from 'node:timers';

/** Milliseconds between two looks: what is done between them is at most one long piece of work. */
const every = 5;

/** At each line from the bench, answers what was seen since the last one. */
export function activate() {
  const delays = monitorEventLoopDelay({ resolution: every });
  delays.enable();
  let longest = { work: 0, at: 0 };
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    const work = (user + system) / 1000;
    if (work > longest.work) longest = { work, at: performance.now() };
  };
  setInterval(look, every);
  const socket = connect(Number(process.env.GPU_RENTAL_BENCH_BYSTANDER), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', () => {
    look();
    const seen = { work: longest.work, delay: delays.max / 1e6, delay99: delays.percentile(99) / 1e6 };
    socket.write(`${JSON.stringify(seen)}\n`);
    longest = { work: 0, at: 0 };
    delays.reset();
  });
}

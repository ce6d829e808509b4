import type { Task } from './task';

/** Where debugpy listens on the machine: for the machine itself alone. */
export const debugPort = 5678;

/** The words before a script that have it wait for a debugger. */
const waiting = `-m debugpy --listen 127.0.0.1:${debugPort} --wait-for-client`;

/** Where a command begins, with variables of its own. */
const begin = String.raw`((?:^|[\n;&|(]|\bexec\s)\s*(?:[A-Za-z_]\w*=\S*\s+)*)`;
/** Python with options of its own, and uv without, since some of them take a word. */
const python = new RegExp(String.raw`${begin}(python[\d.]*)((?:\s+-(?:[bBdEIOPqsSuv]+|[WX]\s*\S+))*)(?=\s)`);
const uv = new RegExp(String.raw`${begin}uv run(?:\s+python[\d.]*)?(?=\s+[^-\s])`);

export const waitsForDebugger = ({ run }: Pick<Task, 'run'>): boolean => /-m debugpy\b.*--listen/.test(run);

/** The same task, whose first Python waits for a debugger; undefined if it has none. */
export function withDebugger(task: Task): Task | undefined {
  if (waitsForDebugger(task)) return task;
  const interpreter = python.exec(task.run)?.[2];
  if (interpreter !== undefined) {
    const install = `${interpreter} -c 'import debugpy' 2>/dev/null || ${interpreter} -m pip install -q debugpy`;
    // First, because a set-up has failed if its last command has.
    const setup = [install, task.setup].filter(Boolean).join('\n');
    return { ...task, setup, run: task.run.replace(python, `$1$2$3 ${waiting}`) };
  }
  if (!uv.test(task.run)) return undefined;
  return { ...task, run: task.run.replace(uv, `$1uv run --with debugpy python ${waiting}`) };
}

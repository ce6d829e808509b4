import { describe, expect, it } from 'vitest';
import { waitsForDebugger, withDebugger } from '../../../../src/domain/tasks/debugging';

const task = { setup: '', run: '', variables: {}, secrets: [], mounts: [], resources: {} };
const debugpy = '-m debugpy --listen 127.0.0.1:5678 --wait-for-client';
const ofRun = (run: string) => withDebugger({ ...task, run });

describe('a task that waits for a debugger', () => {
  it.each([
    ['python train.py --lr 1', `python ${debugpy} train.py --lr 1`],
    ['python3.11 -u -X dev -m pkg.train', `python3.11 -u -X dev ${debugpy} -m pkg.train`],
    [
      'cd sub && CUDA_VISIBLE_DEVICES=0 python a.py',
      `cd sub && CUDA_VISIBLE_DEVICES=0 python ${debugpy} a.py`,
    ],
    ['echo python\nexec python a.py', `echo python\nexec python ${debugpy} a.py`],
    ['python a.py\npython b.py', `python ${debugpy} a.py\npython b.py`],
    ['uv run train.py', `uv run --with debugpy python ${debugpy} train.py`],
    ['uv run python train.py', `uv run --with debugpy python ${debugpy} train.py`],
  ])('puts debugpy before what %j runs', (run, waiting) => {
    expect(ofRun(run)?.run).toBe(waiting);
    expect(waitsForDebugger({ run: waiting })).toBe(true);
    // A second time changes nothing.
    expect(ofRun(waiting)?.run).toBe(waiting);
  });

  it.each(['bash train.sh', 'torchrun train.py', 'uv run --with x train.py', 'echo "python a.py"', 'python'])(
    'finds nothing to debug in %j',
    (run) => {
      expect(ofRun(run)).toBeUndefined();
    },
  );

  it('installs debugpy where it is missing, before the set-up, whose end says whether it failed', () => {
    const setup = 'pip install -r requirements.txt';
    expect(withDebugger({ ...task, setup, run: 'python3 a.py' })?.setup).toBe(
      `python3 -c 'import debugpy' 2>/dev/null || python3 -m pip install -q debugpy\n${setup}`,
    );
    expect(ofRun('uv run a.py')?.setup).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { metricsIn } from '../../../../src/domain/runs/runReport';

describe('what a log says of numbers', () => {
  it.each([
    ['epoch 3 loss=0.0312 lr=1e-4', { loss: '0.0312', lr: '1e-4' }],
    ['{"loss": 0.5, "eval/accuracy":0.91, "epoch": 3}', { loss: '0.5', 'eval/accuracy': '0.91', epoch: '3' }],
    ["{'loss': nan, 'grad_norm': inf}", { loss: 'nan', grad_norm: 'inf' }],
    [
      '20/20 [==] - 1s 50ms/step - loss: 0.3 - val_loss: -.4, acc: 97%',
      { loss: '0.3', val_loss: '-.4', acc: '97' },
    ],
    ['10%|█| 1/10 [00:01<00:09, 3.2it/s, loss=0.2, v_num=0]', { loss: '0.2', v_num: '0' }],
    ['epoch: 3/10', { epoch: '3' }],
  ])('finds names with values in %j', (line, found) => {
    expect(metricsIn([line])).toEqual(found);
  });

  it.each([
    'http://localhost:8888/?token=12',
    'train.py:3: DeprecationWarning',
    'File "train.py", line 3',
    '2026-11-25T10:20:30 INFO:root:3',
    'python train.py --lr=0.1',
    'version=1.2.3 time=12s',
    'nothing = "3 apples"',
  ])('finds none in %j', (line) => {
    expect(metricsIn([line])).toEqual({});
  });

  it('takes the last value of each, and keeps what was known', () => {
    const known = { loss: '9', best: '0.1' };
    expect(metricsIn(['loss=2', 'acc=0.5', 'loss=1'], known)).toEqual({ best: '0.1', acc: '0.5', loss: '1' });
  });

  it('keeps the names that came last where there are many', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `m${index}=1`);
    expect(Object.keys(metricsIn(lines))).toEqual(lines.slice(10).map((line) => line.replace('=1', '')));
  });
});

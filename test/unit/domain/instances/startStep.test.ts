import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { startStep } from '../../../../src/domain/instances/startStep';
import { pullProgress } from '../../../sandbox/instances/pullProgress';

describe('what a container that comes up is doing', () => {
  it.each([
    ['debian:12: Pulling from library/debian', { step: 'pulling' }],
    ['6e909acdb790: Pulling fs layer', { step: 'pulling' }],
    ['6e909acdb790: Downloading [====>     ] 42.0MB/100MB', { step: 'pulling', percent: 42 }],
    ['6e909acdb790: Downloading [====>     ] 512kB/1.024GB', { step: 'pulling', percent: 0 }],
    ['6e909acdb790: Downloading 37%', { step: 'pulling', percent: 37 }],
    ['6e909acdb790: Extracting [=====>    ]', { step: 'unpacking', percent: 50 }],
    ['6e909acdb790: Pull complete', { step: 'pulling' }],
    ['Status: Downloaded newer image for debian:12', { step: 'starting' }],
    ['Status: Image is up to date for debian:12', { step: 'starting' }],
    ['OCI runtime create failed', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is read in %j', (message, step) => {
    expect(startStep(message)).toEqual(step);
  });

  it('is told with 0 to 100 percent at every moment of pulling', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (done) => {
        const { percent = 0 } = startStep(pullProgress('debian:12', done)) ?? { percent: -1 };
        return Number.isInteger(percent) && percent >= 0 && percent <= 100;
      }),
    );
  });

  it('is whole percent or nothing for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('Downloading', 'Extracting'), (text, word) => {
        const percent = startStep(`${word} ${text}`)?.percent;
        return percent === undefined || (Number.isInteger(percent) && percent >= 0 && percent <= 100);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { AgeWatch } from '../../../../src/stores/watches/ageWatch';

const minute = 60_000;
const hour = 60 * minute;

class TwoClocks {
  wall = 1.7e12;
  awake = 0;
  now = () => this.wall;
  monotonic = () => this.awake;
  after = () => () => undefined;
  pass(milliseconds: number): void {
    this.wall += milliseconds;
    this.awake += milliseconds;
  }
}

describe('the age of what happened before', () => {
  it('is that of the wall clock at first sight, where it is plausible', () => {
    const clock = new TwoClocks();
    const age = (at: number) => new AgeWatch(clock).age('one', at, 15 * minute);
    expect(age(clock.wall - 5 * minute)).toBe(5 * minute);
    expect(age(clock.wall - hour)).toBe(0);
    expect(age(clock.wall - 4 * hour)).toBe(4 * hour);
    expect(age(clock.wall + 5 * minute)).toBe(0);
  });

  it('then follows the monotonic clock, however often and far the other one is set', () => {
    const clock = new TwoClocks();
    const ages = new AgeWatch(clock);
    const at = clock.wall;
    expect(ages.age('one', at, 15 * minute)).toBe(0);
    clock.pass(minute);
    clock.wall += 2 * hour;
    expect(ages.age('one', at, 15 * minute)).toBe(minute);
    clock.wall += 2 * hour;
    expect(ages.age('one', at, 15 * minute)).toBe(minute);
    clock.wall -= 9 * hour;
    clock.pass(minute);
    expect(ages.age('one', at, 15 * minute)).toBe(2 * minute);
  });
});

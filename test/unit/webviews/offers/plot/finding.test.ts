import fc from '../../../support/fastCheck';
import { expect, it } from 'vitest';
import { HitGrid } from '../../../../../src/webviews/offers/ui/plot/finding';

const place = fc.record({
  left: fc.integer({ min: 0, max: 400 }),
  top: fc.integer({ min: 0, max: 300 }),
});

it('finds the nearest point, as a look at each of them does', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 80 }), place, fc.nat(60), (places, mouse, reach) => {
      const distances = places.map(({ left, top }) => Math.hypot(left - mouse.left, top - mouse.top));
      const least = Math.min(...distances);
      const found = new HitGrid(places, 400).nearest(mouse, reach);
      expect(found).toBe(least <= reach ? distances.lastIndexOf(least) : undefined);
    }),
  );
});

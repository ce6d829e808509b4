/** A place in pixels. */
export interface Place {
  left: number;
  top: number;
}

/** In pixels; a look at the nearest point only asks the cells around it. */
const cellSize = 24;

/** Finds the point of a drawn plot that is nearest to the mouse, without asking each of them. */
export class HitGrid {
  readonly #places: readonly Place[];
  readonly #cells = new Map<number, number[]>();
  readonly #columns: number;

  /** @param width of the plot, in pixels */
  constructor(places: readonly Place[], width: number) {
    this.#places = places;
    this.#columns = Math.max(1, Math.ceil(width / cellSize)) + 2;
    places.forEach((place, index) => {
      const cell = this.#cell(column(place.left), column(place.top));
      const others = this.#cells.get(cell);
      if (others) others.push(index);
      else this.#cells.set(cell, [index]);
    });
  }

  /** The index of the nearest point within `reach` pixels; of several at one place, the last one, which is on top. */
  nearest({ left, top }: Place, reach: number): number | undefined {
    let found: number | undefined;
    let least = reach * reach;
    for (let row = column(top - reach); row <= column(top + reach); row += 1)
      for (let cell = column(left - reach); cell <= column(left + reach); cell += 1)
        for (const index of this.#cells.get(this.#cell(cell, row)) ?? []) {
          const place = this.#places[index];
          if (!place) continue;
          const distance = (place.left - left) ** 2 + (place.top - top) ** 2;
          if (distance > least || (distance === least && found !== undefined && index < found)) continue;
          least = distance;
          found = index;
        }
    return found;
  }

  #cell(x: number, y: number): number {
    return y * this.#columns + x;
  }
}

const column = (pixels: number): number => Math.floor(pixels / cellSize);

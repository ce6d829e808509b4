import { type Theme, themeOf } from '../../../shared/ui/plot/theme';

/** Colors and the font of the drawn part of the plot. */
export interface Look extends Omit<Theme, 'color'> {
  onDemand: string;
  bid: string;
}

/** The theme's look, as an element has it. */
export function lookOf(element: Element): Look {
  const { color, ...theme } = themeOf(element);
  return { ...theme, onDemand: color('charts-blue'), bid: color('charts-purple') };
}

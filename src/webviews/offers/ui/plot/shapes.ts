import type { Plotted, PlottedOffer } from '../../../../domain/offers/plot/plotPoints';
import type { Place, Theme } from '../../../shared/ui/plot/chart';

/** What is needed to draw the offers: places in CSS pixels within the plotting area, in the order of the points. */
export interface Scene {
  plotted: Plotted;
  places: readonly Place[];
  /** The plotting area on the canvas, in canvas pixels. */
  area: { left: number; top: number; width: number; height: number };
  /** Canvas pixels for each CSS pixel. */
  ratio: number;
  /** What the frontier is called. */
  bestName: string;
}

/** CSS pixels from the middle to the edge. */
const sizes = { circle: 3, diamond: 4.2, best: 1.35 };

/** Draws all offers, and the frontier with its name over them. */
export function drawOffers(context: CanvasRenderingContext2D, scene: Scene, theme: Theme): void {
  const { plotted, places, area, ratio } = scene;
  const best = new Set(plotted.frontier.map(({ key }) => key));
  const stamps = new Map<string, HTMLCanvasElement>();
  const stamp = (isBid: boolean, isBest: boolean): HTMLCanvasElement => {
    const name = `${isBid} ${isBest}`;
    const made = stamps.get(name) ?? makeStamp(isBid, isBest, theme, ratio);
    stamps.set(name, made);
    return made;
  };
  // One of many offers that are the same to the eye is enough.
  const taken = new Set<number>();
  const put = (point: PlottedOffer, index: number, isBest: boolean): void => {
    const place = places[index];
    if (!place) return;
    const picture = stamp(point.row.isBid, isBest);
    const half = picture.width / 2;
    const left = Math.round(area.left + place.left * ratio - half);
    const top = Math.round(area.top + place.top * ratio - half);
    const pixel = (top * 65_536 + left) * 2 + Number(point.row.isBid);
    if (taken.has(pixel) && !isBest) return;
    taken.add(pixel);
    context.drawImage(picture, left, top);
  };
  const bestPlaces = new Map<string, Place>();
  plotted.points.forEach((point, index) => {
    const place = places[index];
    if (!best.has(point.key)) put(point, index, false);
    else if (place) bestPlaces.set(point.key, place);
  });
  const line = plotted.frontier.flatMap(({ key }) => bestPlaces.get(key) ?? []);
  drawFrontier(context, scene, line, theme);
  plotted.points.forEach((point, index) => {
    if (best.has(point.key)) put(point, index, true);
  });
}

/** One shape as a picture: thousands of pictures are put down faster than thousands of shapes are drawn. */
function makeStamp(isBid: boolean, isBest: boolean, theme: Theme, ratio: number): HTMLCanvasElement {
  const radius = (isBid ? sizes.diamond : sizes.circle) * (isBest ? sizes.best : 1) * ratio;
  const picture = document.createElement('canvas');
  picture.width = picture.height = Math.ceil(radius * 2 + 4 * ratio);
  const context = picture.getContext('2d');
  if (!context) return picture;
  const middle = picture.width / 2;
  context.beginPath();
  if (isBid) {
    context.moveTo(middle, middle - radius);
    context.lineTo(middle + radius, middle);
    context.lineTo(middle, middle + radius);
    context.lineTo(middle - radius, middle);
    context.closePath();
  } else context.arc(middle, middle, radius, 0, 2 * Math.PI);
  context.globalAlpha = isBid ? 1 : 0.8;
  context.fillStyle = isBid ? theme.background : theme.color('charts-blue');
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = (isBest ? 1.6 : isBid ? 1.3 : 0.8) * ratio;
  context.strokeStyle = isBest ? theme.foreground : isBid ? theme.color('charts-purple') : theme.background;
  context.stroke();
  return picture;
}

/** Steps from the best `x` to the worst: beyond them there is no offer. */
function drawFrontier(
  context: CanvasRenderingContext2D,
  scene: Scene,
  line: readonly Place[],
  theme: Theme,
): void {
  const { area, ratio } = scene;
  const [first] = line;
  if (!first) return;
  const at = ({ left, top }: Place): [number, number] => [area.left + left * ratio, area.top + top * ratio];
  context.save();
  context.strokeStyle = theme.foreground;
  context.lineWidth = 1.4 * ratio;
  context.beginPath();
  context.moveTo(...at(first));
  line.slice(1).forEach((place, index) => {
    const before = line[index] ?? place;
    context.lineTo(...at({ left: place.left, top: before.top }));
    context.lineTo(...at(place));
  });
  context.stroke();
  nameFrontier(context, scene, line, theme);
  context.restore();
}

/** Puts the name on the side where no offer is, at the step with the most room. */
function nameFrontier(
  context: CanvasRenderingContext2D,
  { plotted, area, ratio, bestName }: Scene,
  line: readonly Place[],
  theme: Theme,
): void {
  context.font = `600 ${theme.fontSize * ratio}px ${theme.fontFamily}`;
  const width = context.measureText(bestName).width / ratio;
  const { left, top } = placeForName(line, width, area.width / ratio);
  const isAbove = plotted.y.better === 'high';
  const gap = 9;
  const y = isAbove
    ? // There is a little room above the area, too.
      Math.max(theme.fontSize * 0.8 - 9, top - gap)
    : Math.min(area.height / ratio - 4, top + gap + theme.fontSize * 0.8);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.lineWidth = 4 * ratio;
  context.strokeStyle = theme.background;
  context.fillStyle = theme.foreground;
  const at = [area.left + left * ratio, area.top + y * ratio] as const;
  context.strokeText(bestName, ...at);
  context.fillText(bestName, ...at);
}

/** Where a name of this width begins, over the longest step. All in CSS pixels. @param room the width of the area */
export function placeForName(line: readonly Place[], width: number, room: number): Place {
  let found = { from: 0, to: 0, top: 0, length: -1 };
  line.forEach(({ left, top }, index) => {
    const end = line[index + 1]?.left ?? left;
    const length = Math.abs(end - left);
    if (length > found.length) found = { from: Math.min(left, end), to: Math.max(left, end), top, length };
  });
  const left = (found.from + found.to - width) / 2;
  return { left: Math.max(2, Math.min(left, room - width - 2)), top: found.top };
}

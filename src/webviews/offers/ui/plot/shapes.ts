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
  context.save();
  context.beginPath();
  // An offer at the edge is whole.
  const edge = 6 * ratio;
  context.rect(area.left - edge, area.top - edge, area.width + 2 * edge, area.height + 2 * edge);
  context.clip();
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
  nameFrontier(context, scene, line, theme);
  context.restore();
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
  context.restore();
}

/** Puts the name at one of the points, on the side where no offer is. */
function nameFrontier(
  context: CanvasRenderingContext2D,
  { plotted, area, ratio, bestName }: Scene,
  line: readonly Place[],
  theme: Theme,
): void {
  context.font = `600 ${theme.fontSize * ratio}px ${theme.fontFamily}`;
  const size = { width: context.measureText(bestName).width / ratio, height: theme.fontSize };
  const free = { x: plotted.x.better === 'low' ? -1 : 1, y: plotted.y.better === 'low' ? 1 : -1 } as const;
  const place = placeForName(line, size, { width: area.width / ratio, height: area.height / ratio }, free);
  if (!place) return;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = 4 * ratio;
  context.strokeStyle = theme.background;
  context.fillStyle = theme.foreground;
  const at = [area.left + place.left * ratio, area.top + place.top * ratio] as const;
  context.strokeText(bestName, ...at);
  context.fillText(bestName, ...at);
}

interface Size {
  width: number;
  height: number;
}

/** CSS pixels between a point and its name. */
const apart = 7;

/**
 * The corner of a name of this size beside the point nearest to the middle that has room for it; undefined where none
 * has. All in CSS pixels.
 *
 * @param area of the plot
 * @param free the sides of the points without offers: -1 is left and above
 */
export function placeForName(
  line: readonly Place[],
  { width, height }: Size,
  area: Size,
  free: { x: 1 | -1; y: 1 | -1 },
): Place | undefined {
  const isSeen = ({ left, top }: Place): boolean =>
    left >= 0 && top >= 0 && left <= area.width && top <= area.height;
  const corners = line.filter(isSeen).map(({ left, top }) => ({
    left: free.x < 0 ? left - apart - width : left + apart,
    top: Math.min(Math.max(free.y < 0 ? top - apart - height : top + apart, 0), area.height - height),
  }));
  const isRoom = ({ left }: Place): boolean => left >= 0 && left + width <= area.width;
  const fromMiddle = ({ left }: Place): number => Math.abs(left + width / 2 - area.width / 2);
  return corners.filter(isRoom).sort((one, other) => fromMiddle(one) - fromMiddle(other))[0];
}

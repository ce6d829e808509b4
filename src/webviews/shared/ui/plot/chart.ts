import type { LitElement, ReactiveController } from 'lit';
import uPlot from 'uplot';

/** A place in CSS pixels. */
export interface Place {
  left: number;
  top: number;
}

/** Colors and the font of the drawn part of a plot, which CSS does not reach. */
export interface Theme {
  foreground: string;
  background: string;
  grid: string;
  fontFamily: string;
  /** CSS pixels. */
  fontSize: number;
  /** A color of VS Code, such as `charts-blue`; the text's where the theme has none. */
  color: (name: string) => string;
}

/** What a plot's own axes and scales are made of. */
type Parts = Pick<uPlot.Options, 'padding' | 'scales' | 'axes'>;

/** In a smaller box, in CSS pixels, nothing is drawn. */
const least = 80;

/**
 * The drawn part of a plot, on a canvas that fills the element `.box` of its host: it follows the theme and the size of
 * that box. All places are in CSS pixels within the box.
 */
export abstract class CanvasChart<Content> implements ReactiveController {
  readonly #host: LitElement;
  readonly #size = new ResizeObserver(() => this.#resize());
  #watched: { stop(): void } | undefined;
  protected plot: uPlot | undefined;
  protected content: Content | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  protected abstract parts(content: Content, theme: Theme, size: { width: number; height: number }): Parts;

  protected abstract draw(plot: uPlot, content: Content, theme: Theme): void;

  hostConnected(): void {
    this.#watched = watchTheme(() => this.#redraw());
    if (this.content) this.show(this.content);
  }

  hostDisconnected(): void {
    this.#watched?.stop();
    this.#size.disconnect();
    this.#destroy();
  }

  /** Draws this, once the host has its box. */
  show(content: Content): void {
    this.content = content;
    if (this.box) this.#size.observe(this.box);
    this.#redraw();
  }

  get box(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.box');
  }

  /** Where an event of the mouse is. */
  at({ clientX, clientY }: MouseEvent): Place | undefined {
    const edges = this.box?.getBoundingClientRect();
    return edges && { left: clientX - edges.left, top: clientY - edges.top };
  }

  #redraw(): void {
    this.#destroy();
    const { box, content } = this;
    if (!box || !content) return;
    const size = { width: box.clientWidth, height: box.clientHeight };
    if (size.width < least || size.height < least) return;
    const theme = themeOf(this.#host);
    const options: uPlot.Options = {
      ...size,
      ...this.parts(content, theme, size),
      legend: { show: false },
      cursor: { show: false },
      // What is plotted is drawn by us.
      series: [{}, { paths: () => null, points: { show: false } }],
      hooks: {
        draw: [
          (plot) => {
            this.draw(plot, content, theme);
            // Marks and tips are beside what is drawn.
            this.#host.requestUpdate();
          },
        ],
      },
    };
    this.plot = new uPlot(options, someData, box);
  }

  #resize(): void {
    const { plot, box } = this;
    if (plot?.width !== box?.clientWidth || plot?.height !== box?.clientHeight) this.#redraw();
  }

  #destroy(): void {
    this.plot?.destroy();
    this.plot = undefined;
  }
}

function themeOf(element: Element): Theme {
  const style = getComputedStyle(element);
  const foreground = style.color;
  const color = (name: string): string => style.getPropertyValue(`--vscode-${name}`).trim() || foreground;
  return {
    foreground,
    background: color('editor-background'),
    // The lines of editors are as strong as text in high contrast.
    grid: `color-mix(in srgb, ${foreground} 16%, transparent)`,
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize) || 13,
    color,
  };
}

/** Calls back after VS Code has changed the theme, which it writes on the page's outer elements. */
function watchTheme(changed: () => void): { stop(): void } {
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributeFilter: ['class', 'style'] });
  return { stop: () => observer.disconnect() };
}

/** CSS pixels between a number and its axis, the tick included. */
const gap = 9;

const fontOf = ({ fontFamily, fontSize }: Theme): string => `${Math.round(fontSize * 0.9)}px ${fontFamily}`;

export function axisOf(theme: Theme, side: 'x' | 'y'): uPlot.Axis {
  const { foreground, grid, fontSize } = theme;
  return {
    font: fontOf(theme),
    stroke: foreground,
    gap: gap - 4,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
    // Every tick has its number: there are only as many as fit.
    filter: (_, splits) => splits,
    size:
      side === 'x'
        ? Math.round(fontSize * 0.9) + gap + 3
        : ({ ctx }: uPlot, values: string[] | null) => widestOf(ctx, values ?? [], theme) + gap + 3,
  };
}

function widestOf(context: CanvasRenderingContext2D, values: readonly string[], theme: Theme): number {
  context.save();
  context.font = fontOf(theme);
  const widths = values.map((text) => context.measureText(text).width);
  context.restore();
  return Math.ceil(Math.max(16, ...widths));
}

/** The library only needs to know that there is something; the ranges are ours. */
const someData: uPlot.AlignedData = [
  [0, 1],
  [0, 1],
];

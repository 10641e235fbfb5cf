import { translate } from '../translations/language.ts';
import type { Series } from './series.ts';

/** Contents of a plot; times in milliseconds since 1970. */
export interface PlotContent {
  readonly times: readonly number[];
  readonly span: number;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly height: number;
}

/** A drawing of curves; sizes in pixels. */
export interface Plot {
  update(content: PlotContent): void;
  resize(width: number, height: number): void;
  destroy(): void;
}

/** Pixels beside the curves: those on the left and below have the figures. */
const Margin = { top: 10, right: 12, bottom: 30, left: 62 } as const;

/** Pixels from the curves to the figures; the lowest figure on the left ends where the first label below begins. */
const Gap = { left: 5, bottom: 10 } as const;

const NARROWEST = 160;

/** Draws curves into `element` with the colors of the present theme; undefined where the browser refuses canvases. */
export function createPlot(element: HTMLElement, first: PlotContent): Plot | undefined {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  element.append(canvas);
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string) => style.getPropertyValue(token).trim() || '#888';
  let content = first;
  let size = sizeFor(element.clientWidth, element.clientHeight);
  const draw = () => {
    const scale = window.devicePixelRatio || 1;
    // Another width or height empties a canvas, even the same.
    canvas.width = Math.round(size.width * scale);
    canvas.height = Math.round(size.height * scale);
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
    pen.scale(scale, scale);
    drawAll(pen, { ...size, scale }, content, colour);
  };
  draw();
  return {
    update(next) {
      content = next;
      draw();
    },
    resize(width, height) {
      size = sizeFor(width, height);
      draw();
    },
    destroy: () => canvas.remove(),
  };

  function sizeFor(width: number, height: number) {
    return { width: Math.max(NARROWEST, width), height: Math.max(content.height, height) };
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Dots of the screen for each pixel. */
  readonly scale: number;
}

function drawAll(
  pen: CanvasRenderingContext2D,
  { width, height, scale }: Size,
  content: PlotContent,
  colour: (token: string) => string,
): void {
  const [right, bottom] = [width - Margin.right, height - Margin.bottom];
  const [start, end] = rangeOf(content);
  const top = niceTop(highestOf(content));
  const x = (time: number) => Margin.left + ((right - Margin.left) * (time - start)) / (end - start);
  const y = (value: number) => bottom - ((bottom - Margin.top) * value) / top;

  pen.font = '10px system-ui, sans-serif';
  pen.lineWidth = 1;
  pen.strokeStyle = colour('--line');
  pen.fillStyle = colour('--ink-3');
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const value = part * top;
    // Between two rows of dots a line would be two rows wide, and pale.
    const line = (Math.round(y(value) * scale) + (Math.round(scale) % 2) / 2) / scale;
    pen.beginPath();
    pen.moveTo(Margin.left, line);
    pen.lineTo(right, line);
    pen.stroke();
    pen.fillText(content.format(value), Margin.left - Gap.left, y(value));
  }
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const time of timeSplits(content)) pen.fillText(agoWords(time, end), x(time), bottom + Gap.bottom);

  pen.save();
  pen.beginPath();
  // A curve along the bottom or the top is as thick as elsewhere.
  pen.rect(Margin.left, Margin.top - 1, right - Margin.left, bottom - Margin.top + 2);
  pen.clip();
  pen.lineWidth = 1.75;
  pen.lineJoin = 'round';
  for (const series of content.series) {
    const own = colour(series.colour);
    pen.strokeStyle = own;
    pen.fillStyle = withAlpha(own, '22');
    pen.setLineDash(series.dashed ? [5, 3] : []);
    for (const stretch of stretchesOf(content.times, series.values)) {
      const points = stretch.map(([time, value]) => [x(time), y(value)] as const);
      if (series.filled) {
        const [[from], [to]] = [points[0] ?? [0], points.at(-1) ?? [0]];
        follow(pen, [[from, bottom], ...points, [to, bottom]]);
        pen.fill();
      }
      follow(pen, points);
      pen.stroke();
    }
  }
  pen.restore();
}

/** Begins a line through the points. */
function follow(pen: CanvasRenderingContext2D, points: readonly (readonly [x: number, y: number])[]): void {
  pen.beginPath();
  // The first line has nowhere to begin, and is its own point.
  for (const point of points) pen.lineTo(...point);
}

/** The samples between two gaps, as times with their values. */
function stretchesOf(times: readonly number[], values: readonly (number | null)[]): [number, number][][] {
  const stretches: [number, number][][] = [[]];
  times.forEach((time, at) => {
    const value = values[at] ?? null;
    if (value === null) stretches.push([]);
    else stretches.at(-1)?.push([time, value]);
  });
  return stretches.filter(({ length }) => length > 0);
}

/** The highest value that is shown; 0 without any. */
function highestOf(content: PlotContent): number {
  const [start] = rangeOf(content);
  const shown = content.series.flatMap(({ values }) =>
    content.times.map((time, at) => (time < start ? 0 : (values[at] ?? 0))),
  );
  return Math.max(0, ...shown);
}

function rangeOf({ times, span }: PlotContent): [number, number] {
  const end = times.at(-1) ?? 0;
  return [end - span, end];
}

const HOUR = 3_600_000;

/** Even steps from the beginning to now: of minutes five, of a day six. */
function timeSplits(content: PlotContent): number[] {
  const [start, end] = rangeOf(content);
  const steps = content.span > HOUR ? 6 : 5;
  return Array.from({ length: steps + 1 }, (_, step) => start + ((end - start) * step) / steps);
}

/** "−4 h", "−5 min", "−30 s", "now". */
function agoWords(time: number, now: number): string {
  const seconds = Math.round((now - time) / 1000);
  if (seconds === 0) return translate('now');
  if (seconds % 3600 === 0) return `−${seconds / 3600} h`;
  return seconds % 60 === 0 ? `−${seconds / 60} min` : `−${seconds} s`;
}

/**
 * A round figure that leaves some room above the highest value and has four round parts: 4 for nothing at all, and at least 0.4, since
 * its parts are written with one decimal.
 */
export function niceTop(highest: number): number {
  if (!(highest > 0)) return 4;
  const power = Math.max(1, 10 ** Math.floor(Math.log10(highest)));
  const step = [0.4, 0.8, 1.2, 1.6, 2, 4, 6, 8, 12].find((candidate) => candidate * power >= highest * 1.05) ?? 12;
  return step * power;
}

/** A color as #rrggbb with two digits of opacity; other notations as they are. */
function withAlpha(colour: string, alpha: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}${alpha}` : colour;
}

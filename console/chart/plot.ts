import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
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

const font = '10px system-ui, sans-serif';

/** Draws curves into `element` with the colors of the present theme. */
export function createPlot(element: HTMLElement, first: PlotContent): Plot {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string) => style.getPropertyValue(token).trim() || '#888';
  let content = first;
  const grid = { stroke: colour('--line'), width: 1 };
  const plot = new UPlot(
    {
      width: Math.max(160, element.clientWidth),
      height: Math.max(first.height, element.clientHeight),
      legend: { show: false },
      cursor: { show: false },
      padding: [10, 12, 0, 0],
      scales: {
        x: { time: false, range: () => rangeOf(content) },
        y: { range: (_, __, highest) => [0, niceTop(highest ?? 0)] },
      },
      axes: [
        {
          stroke: colour('--ink-3'),
          font,
          // The lowest figure of the other axis ends where the first label of this one begins.
          gap: 10,
          size: 30,
          grid: { show: false },
          ticks: { show: false },
          splits: () => timeSplits(content),
          values: (_, splits) => splits.map((split) => agoWords(split, rangeOf(content)[1])),
        },
        {
          stroke: colour('--ink-3'),
          font,
          size: 62,
          grid,
          ticks: { show: false },
          splits: (_, __, ___, top) => [0, 0.25, 0.5, 0.75, 1].map((part) => part * top),
          values: (_, splits) => splits.map((split) => content.format(split)),
        },
      ],
      series: [
        {},
        ...first.series.map((series) => ({
          label: series.label,
          stroke: colour(series.colour),
          width: 1.75,
          points: { show: false },
          spanGaps: false,
          ...(series.dashed && { dash: [5, 3] }),
          ...(series.filled && { fill: withAlpha(colour(series.colour), '22') }),
        })),
      ],
    },
    dataOf(first),
    element,
  );
  return {
    update(next) {
      content = next;
      plot.setData(dataOf(next));
    },
    resize: (width, height) => plot.setSize({ width: Math.max(160, width), height: Math.max(content.height, height) }),
    destroy: () => plot.destroy(),
  };
}

function dataOf({ times, series }: PlotContent): UPlot.AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])];
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
export function agoWords(time: number, now: number): string {
  const seconds = Math.round((now - time) / 1000);
  if (seconds === 0) return translate('now');
  if (seconds % 3600 === 0) return `−${seconds / 3600} h`;
  return seconds % 60 === 0 ? `−${seconds / 60} min` : `−${seconds} s`;
}

/** A round figure that leaves some room above the highest value and has four round parts; at least 4. */
export function niceTop(highest: number): number {
  if (!(highest > 4)) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1.2, 1.6, 2, 4, 6, 8, 12].find((candidate) => candidate * power >= highest * 1.05) ?? 12;
  return step * power;
}

/** A color as #rrggbb with two digits of opacity; other notations as they are. */
function withAlpha(colour: string, alpha: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}${alpha}` : colour;
}

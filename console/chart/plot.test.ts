// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlot, niceTop, type PlotContent } from './plot.ts';
import type { Series } from './series.ts';

describe('the top of a chart', () => {
  it.each([
    [0, 4],
    [0.2, 0.4],
    [0.4, 0.8],
    [3, 4],
    [9.9, 12],
    [100, 120],
    [115, 160],
    [700_000_000, 800_000_000],
    [960_000_000, 1_200_000_000],
  ])('above %d is %d', (highest, top) => expect(niceTop(highest)).toBe(top));

  it('is never below the values nor far above them', () => {
    for (let highest = 0.4; highest < 1e6; highest = highest * 1.07) {
      expect(niceTop(highest)).toBeGreaterThan(highest);
      expect(niceTop(highest)).toBeLessThan(highest * 2.2);
    }
  });
});

describe('a plot', () => {
  const minute = 60_000;
  const now = 1_700_000_000_000;
  const times = [5, 4, 3, 2, 1, 0].map((ago) => now - ago * minute);

  /** What is drawn on a canvas: lines as the points that they go through, and figures with their places. */
  let lines: { points: [number, number][]; how: 'stroke' | 'fill'; colour: string; dashes: number[] }[];
  let figures: Map<string, [number, number]>;

  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => pen() as never);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    document.body.replaceChildren();
  });

  function pen() {
    let points: [number, number][] = [];
    let dashes: number[] = [];
    const put = (x: number, y: number) => void points.push([Math.round(x), Math.round(y)]);
    const end = (how: 'stroke' | 'fill', colour: string) => lines.push({ points, how, colour, dashes });
    return {
      fillStyle: '',
      strokeStyle: '',
      // Each drawing begins with its scale.
      scale: () => {
        lines = [];
        figures = new Map();
      },
      save() {},
      restore() {},
      rect() {},
      clip() {},
      beginPath: () => {
        points = [];
      },
      moveTo: put,
      lineTo: put,
      setLineDash: (wanted: number[]) => {
        dashes = wanted;
      },
      fillText: (text: string, x: number, y: number) => void figures.set(text, [Math.round(x), Math.round(y)]),
      stroke() {
        end('stroke', this.strokeStyle);
      },
      fill() {
        end('fill', this.fillStyle);
      },
    };
  }

  function plot(series: readonly Partial<Series>[], more: Partial<PlotContent> = {}) {
    const element = document.body.appendChild(document.createElement('div'));
    const content = (all: readonly Partial<Series>[]): PlotContent => ({
      times,
      span: 5 * minute,
      series: all.map((one) => ({ label: 'Received', colour: '--accent', values: [], ...one })),
      format: (value) => `${value} bit/s`,
      height: 240,
      ...more,
    });
    const made = createPlot(element, content(series));
    return { made, element, content };
  }

  /** The lines of the curves: those of the grid are gray. */
  const curves = (how: string) => lines.filter((line) => line.how === how && line.colour.startsWith('#12'));
  const blue = () => document.documentElement.style.setProperty('--accent', '#123456');

  it('has figures for time and value, and a curve from the oldest sample to the newest', () => {
    blue();
    plot([{ values: [0, 50, 100, 100, 50, 0] }]).made?.resize(574, 240);
    // 62 pixels are for the figures on the left, 12 on the right; 10 above and 30 below.
    expect(figures.get('0 bit/s')).toEqual([57, 210]);
    expect(figures.get('120 bit/s')).toEqual([57, 10]);
    expect(figures.get('−5 min')).toEqual([62, 220]);
    expect(figures.get('now')).toEqual([562, 220]);
    expect(curves('stroke').map(({ points }) => points)).toEqual([
      [
        [62, 210],
        [162, 127],
        [262, 43],
        [362, 43],
        [462, 127],
        [562, 210],
      ],
    ]);
    expect(curves('fill')).toEqual([]);
  });

  it('leaves a gap where there was no sample', () => {
    blue();
    plot([{ values: [null, 1, 1, null, 2, 2] }]).made?.resize(574, 240);
    expect(curves('stroke').map(({ points }) => points.map(([x]) => x))).toEqual([
      [162, 262],
      [462, 562],
    ]);
  });

  it('fills a curve down to zero, in a pale color, and dashes another', () => {
    blue();
    plot([
      { values: [4, 4, 4, 4, 4, 4], filled: true },
      { values: [1, 1, 1, 1, 1, 1], dashed: true },
    ]).made?.resize(574, 240);
    const [fill] = curves('fill');
    expect(fill?.colour).toBe('#12345622');
    expect([fill?.points[0], fill?.points.at(-1)]).toEqual([
      [62, 210],
      [562, 210],
    ]);
    expect(curves('stroke').map(({ dashes }) => dashes)).toEqual([[], [5, 3]]);
  });

  it('is as high as the values of the time that it shows', () => {
    plot([{ values: [5000, 1, 1, 1, 1, 1] }], { span: 3 * minute });
    expect([...figures.keys()]).toContain('1.2 bit/s');
  });

  it('follows new samples and another size, is never smaller than its figures, and goes', () => {
    blue();
    const { made, element, content } = plot([{ values: [1] }]);
    made?.update(content([{ values: [1000] }]));
    expect([...figures.keys()]).toContain('1200 bit/s');
    made?.resize(10, 10);
    const canvas = element.querySelector('canvas');
    expect([canvas?.style.width, canvas?.style.height]).toEqual(['160px', '240px']);
    made?.destroy();
    expect(element.children).toHaveLength(0);
  });

  it('is sharp on a screen of more dots than pixels', () => {
    vi.stubGlobal('devicePixelRatio', 1.5);
    const { made, element } = plot([]);
    made?.resize(400, 300);
    vi.unstubAllGlobals();
    const canvas = element.querySelector('canvas');
    expect([canvas?.width, canvas?.height, canvas?.style.width]).toEqual([600, 450, '400px']);
  });

  it('is not there where a browser refuses canvases', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => null as never);
    expect(plot([]).made).toBeUndefined();
  });
});

import { useEffect, useLayoutEffect, useRef } from 'react';
import { onThemeChange } from '../theme/theme.ts';
import { useText } from '../translations/use-text.ts';
import styles from './chart.module.css';
import { createPlot, type Plot } from './plot.ts';
import type { Series } from './series.ts';

interface ChartProps {
  /** The contents, as a sentence without figures: "Traffic of all ports, last 5 minutes". */
  readonly label: string;
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  /** How much time the axis shows, in milliseconds up to the last sample. */
  readonly span: number;
  readonly series: readonly Series[];
  /** A value in words: "400 Mbit/s". */
  readonly format: (value: number) => string;
  /** In pixels, at least: a chart fills what its card is given beyond that. */
  readonly height?: number;
}

/** Curves over time, drawn on a canvas. Screen readers get the latest and the highest value of each curve. */
export function Chart({ label, times, span, series, format, height = 190 }: ChartProps) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const latest = useRef({ times, span, series, format, height });
  latest.current = { times, span, series, format, height };
  const looks = series.map(({ colour, dashed, filled }) => `${colour}${dashed}${filled}`).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other curves or another height make another plot
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const draw = () => {
      plot.current?.destroy();
      // A browser may refuse canvases; the words of the chart are there all the same.
      plot.current = createPlot(element, latest.current);
    };
    draw();
    const observer = new ResizeObserver(() => plot.current?.resize(element.clientWidth, element.clientHeight));
    observer.observe(element);
    const unfollow = onThemeChange(draw);
    return () => {
      observer.disconnect();
      unfollow();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [looks, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new samples only, the rest makes a new plot
  useEffect(() => plot.current?.update(latest.current), [times, series, span]);

  const words = series.map(({ label: name, values }) => {
    const known = values.filter((value) => value !== null);
    const last = known.at(-1);
    if (last === undefined) return t('{{name}}: no samples yet', { name });
    return t('{{name}}: {{last}} now, {{highest}} at most', {
      name,
      last: format(last),
      highest: format(Math.max(...known)),
    });
  });
  return (
    <div
      role="img"
      aria-label={`${label}. ${words.join('. ')}.`}
      className={styles.chart}
      style={{ minHeight: height }}
    >
      <div ref={frame} className={styles.frame} />
    </div>
  );
}

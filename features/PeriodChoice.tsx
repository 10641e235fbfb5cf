import { HeadingChoice } from '../console/table/HeadingChoice.tsx';
import type { Period } from './port-samples.ts';

/** The periods of charts, by title. */
const titles: Readonly<Record<string, Period>> = { 'Last 5 minutes': 'minutes', 'Last 24 hours': 'day' };

interface PeriodChoiceProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** Selects how far back a chart goes. */
export function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  const chosen = Object.keys(titles).find((title) => titles[title] === period) ?? '';
  return (
    <HeadingChoice
      label="Period"
      titles={Object.keys(titles)}
      chosen={chosen}
      onChange={(title) => onChange(titles[title] ?? 'minutes')}
    />
  );
}

import { type ReactElement, useMemo, useState } from 'react';
import { FilterBox } from '../console/table/FilterBox.tsx';
import { HeadingChoice } from '../console/table/HeadingChoice.tsx';
import { useText } from '../console/translations/use-text.ts';
import type { Value } from '../model/wire/call.ts';

/** Which rows can be shown: source text of the choice, and what the cloud is asked for. The first is chosen at first. */
export type Choices = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Narrowing {
  /** The request to the cloud: the same object as long as nothing else is chosen or typed. */
  readonly filters: Readonly<Record<string, Value>>;
  /** Choices and boxes of the filters, for the heading of the table. */
  readonly controls: ReactElement;
}

/** Lets somebody choose which rows of a long table he wants to see, and search them. `choices` stays the same for ever. */
export function useNarrowing(choices: Choices): Narrowing {
  const t = useText();
  const titles = Object.keys(choices);
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState(titles[0] ?? '');
  const filters = useMemo(() => ({ ...choices[chosen], ...(search !== '' && { search }) }), [choices, chosen, search]);
  const controls = (
    <>
      <HeadingChoice label="Show" titles={titles} chosen={chosen} onChange={choose} />
      <FilterBox placeholder={t('Search')} value={search} onChange={setSearch} />
    </>
  );
  return { filters, controls };
}

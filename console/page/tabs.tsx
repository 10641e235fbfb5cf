import { Tabs } from '../elements/Tabs.tsx';
import type { Part } from '../navigation/menu-entry.ts';
import { useText } from '../translations/use-text.ts';

/** One of several parts of which one is shown at a time; titles are source texts. */
interface Tab {
  readonly title: string;
  readonly part: Part;
}

/** Parts of which one is shown at a time. `label` names them for a reader. */
export function tabs(label: string, choices: readonly Tab[]): Part {
  return function TabbedParts() {
    const t = useText();
    return (
      <Tabs
        label={t(label)}
        tabs={choices.map(({ title, part: Shown }) => ({ key: title, title: t(title), content: <Shown /> }))}
      />
    );
  };
}

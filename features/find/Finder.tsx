import { useEffect, useMemo, useRef } from 'react';
import { fieldPlaces } from '../../console/navigation/field-places.ts';
import type { Finder as FinderType, Found } from '../../console/navigation/found.ts';
import { useMenu } from '../../console/navigation/MenuContext.tsx';
import { pointAt } from '../../console/navigation/point-at.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { findFields } from './find-fields.ts';
import { findLooks } from './looks.ts';
import { useFoundHosts } from './use-found-hosts.ts';
import { useFoundPorts } from './use-found-ports.ts';
import { useFoundVlans } from './use-found-vlans.ts';

/** Ports, VLANs, hosts, fields, themes and languages for the palette. */
const Finder: FinderType = ({ query, onFound }) => {
  const t = useText();
  const navigate = useNavigate();
  const { entries } = useMenu();
  const fields = useMemo(() => findFields(fieldPlaces, entries, query, t), [entries, query, t]);
  const paths = new Set(entries.map(({ path }) => path));
  const lines: readonly Found[] = [
    ...useFoundPorts(query),
    ...useFoundVlans(query),
    ...useFoundHosts(query),
    ...findLooks(query, t),
    ...fields.map(({ path, label, page }) => ({
      key: `field ${path} ${label}`,
      title: label,
      detail: page,
      page: path,
      kind: 'Setting',
      isLast: true,
      go: () => void navigate(path).then(() => pointAt(label)),
    })),
  ];
  const found = lines.filter(({ page }) => page === undefined || paths.has(page));
  // Called only if the lines differ, as the caller draws this again.
  const said = JSON.stringify(found);
  const present = useRef(found);
  present.current = found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of the lines stand for them
  useEffect(() => onFound(present.current), [said, onFound]);
  return null;
};

export default Finder;

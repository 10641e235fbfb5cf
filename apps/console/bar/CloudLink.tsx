import { useQuery } from '@tanstack/react-query';
import { Cloud } from 'lucide-react';
import { useEffect } from 'react';
import { device } from '../../../console/boot/device.ts';
import { readTogether } from '../../../console/call/read-together.ts';
import { useObservable } from '../../../console/feedback/use-observable.ts';
import bar from '../../../console/layouts/bar.module.css';
import { CloudState, contradictsPage } from '../../../console/navigation/cloud.ts';
import { Link } from '../../../console/router/Link.tsx';
import { useLocation } from '../../../console/router/router-context.ts';
import { ofThisTab } from '../../../console/session/browser-storage.ts';
import { session } from '../../../console/session/session.ts';
import { sessionEnded } from '../../../console/session/session-end.ts';
import { useText } from '../../../console/translations/use-text.ts';

/** Milliseconds between two reads of the state (docs/specification/product.md 9). */
const pollTime = 3000;

/** By `systemCloudConnectState`: 0 red, 1 yellow, 2 green, 3 yellow; as a mark, and in words. */
const shown = [
  { colour: 'var(--cloud-red)', mark: '×', words: 'Cloud: connection failed' },
  { colour: 'var(--cloud-yellow)', mark: '…', words: 'Cloud: connecting' },
  { colour: 'var(--cloud-green)', mark: '✓', words: 'Cloud: connected' },
  { colour: 'var(--cloud-yellow)', mark: '–', words: 'Cloud: not connected' },
];

/** The cloud's state; leads to the cloud settings. */
export default function CloudLink() {
  const t = useText();
  const ended = useObservable(sessionEnded);
  const { pathname } = useLocation();
  const { data: state } = useQuery({
    queryKey: ['sysCloudCtrl', 'state'],
    queryFn: async () => {
      return cloudStateOf(await readTogether({ Template: 'sysCloudCtrl', WebAuthenRequestState: 'Disable' }));
    },
    enabled: !ended,
    refetchInterval: ended ? false : pollTime,
    meta: { poll: true },
  });
  useEffect(() => {
    if (state !== undefined && !pathname.startsWith('/Wizard')) reloadIfContradicted(state);
  }, [state, pathname]);
  const now = shown[state ?? CloudState.DISCONNECT];
  if (!now) return null;
  return (
    <Link to="/System/CloudSettings" className={bar.icon} aria-label={t(now.words)} title={t(now.words)}>
      <Cloud size={20} strokeWidth={1.5} fill={now.colour} aria-hidden="true" />
      <b className={bar.cloudMark} aria-hidden="true">
        {now.mark}
      </b>
    </Link>
  );
}

/** The state in an answer; not connected where it has none. */
function cloudStateOf(values: unknown): number {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(values ?? {}));
  return Number(given.get('systemCloudConnectState') ?? CloudState.DISCONNECT);
}

/** Loads the page again, at the cloud settings, once per contradiction: a page that stays as it was is not loaded for ever. */
function reloadIfContradicted(state: number): void {
  const { cloudConnect } = device();
  const mark = `${cloudConnect} ${state}`;
  if (!contradictsPage(state, cloudConnect)) {
    ofThisTab.set('cloudReload', '');
  } else if (ofThisTab.get('cloudReload') !== mark) {
    ofThisTab.set('cloudReload', mark);
    session.defaultRouter = 'CloudSettings';
    window.location.reload();
  }
}

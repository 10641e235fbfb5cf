import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import type { PortSecurityEvent } from './events.ts';
import { stepPortSecurity } from './port-security.ts';
import { nextAgeing } from './secure-entries.ts';
import { idlePortSecurity, type PortSecuritySettings, placeKey, type SecuredPort, type SecurePlace } from './state.ts';

const OWN = '02-FA-CE-00-00-01';
const at = (port: number, station: number, vlan = 1): SecurePlace => ({
  ...{ port, vlan, address: `02-00-00-00-00-0${station}` },
});
const secured: SecuredPort = {
  ...{ maximum: 2, violation: 'protect', keeps: false, ageing: 60_000, ageingFrom: 'begin' },
  ...{ vlans: '1:1', lentVlan: undefined },
};

test('four secured ports go the recorded way', async () => {
  let settings: PortSecuritySettings = {
    maximum: 7,
    ports: new Map<number, SecuredPort>([
      [1, secured],
      [2, { ...secured, violation: 'restrict', ageingFrom: 'lastFrame', keeps: true }],
      [3, { ...secured, violation: 'shutdown', maximum: 1, ageing: 0 }],
      [4, { ...secured, maximum: 9, lentVlan: 20 }],
    ]),
    configured: [{ ...at(1, 1), isPermanent: true, isLearnt: false }],
    pinned: [at(4, 9)],
    ...{ isShared: false, ownAddress: OWN },
  };
  let state = idlePortSecurity;
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: PortSecurityEvent, now) => {
      const step = stepPortSecurity(settings, state, event, now);
      state = step.state;
      return { ...step, ageing: nextAgeing(settings, state) };
    },
    () => nextAgeing(settings, state),
  );
  const wake = { kind: 'wake' } as const;
  const configure = (change: Partial<PortSecuritySettings>, stations: readonly SecurePlace[] = []) => {
    const former = settings;
    settings = { ...settings, ...change };
    engine.tell({ kind: 'configure', former, stations });
  };
  const source = (place: SecurePlace) => engine.tell({ kind: 'source', place });
  engine.tell({ kind: 'configure', former: undefined, stations: [] });
  for (const place of [at(1, 2), at(1, 3), at(1, 3), at(2, 1), at(2, 3), at(2, 4), at(2, 5), at(3, 6), at(3, 7)])
    source(place);
  source({ ...at(4, 1), address: OWN });
  source({ ...at(4, 1), address: '01-00-5E-00-00-01' });
  engine.tell({ kind: 'heard', frames: new Map([[placeKey(at(2, 3)), 5n]]) });
  engine.now += 30_000;
  engine.tell({
    kind: 'heard',
    frames: new Map([
      [placeKey(at(2, 3)), 6n],
      [placeKey(at(2, 4)), 0n],
    ]),
  });
  source(at(2, 5));
  source(at(4, 8, 20));
  source(at(4, 5));
  source(at(4, 4));
  engine.pass(40, wake);
  engine.tell({ kind: 'opened', port: 3 });
  engine.tell({ kind: 'linkDown', port: 3 });
  engine.tell({ kind: 'linkDown', port: 2 });
  source(at(3, 7));
  configure({ ports: new Map(settings.ports).set(4, { ...secured, maximum: 1, vlans: '1:1,20' }) }, [at(4, 5)]);
  configure({ configured: [], pinned: [at(3, 1)], isShared: true });
  source(at(1, 7, 20));
  engine.tell({ kind: 'clear', port: 1 });
  engine.tell({ kind: 'clear', address: at(4, 5).address });
  configure({ maximum: 1 });
  engine.tell({ kind: 'clear' });
  engine.pass(100, wake);
  configure({ ports: new Map() });
  await engine.recording.isAsIn('recorded.txt');
});

import { test } from 'vitest';
import { RecordedEngine } from '../../tests/recording.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type AddressSettings, idleAddresses } from './state.ts';
import { type AddressEvent, stepAddresses } from './step.ts';
import { advertised, claim, LINK_LOCAL, OTHER_MAC, OWN_MAC, prefix, question } from './testing.ts';

const MANUAL = '2001:db8:1::7';

test('an interface goes the recorded way', async () => {
  let settings: AddressSettings = {
    mac: OWN_MAC,
    wanted: [
      { address: LINK_LOCAL, prefix: 64, origin: 'linkLocal', anycast: false },
      { address: MANUAL, prefix: 64, origin: 'manual', anycast: false },
      { address: '2001:db8:1::', prefix: 64, origin: 'manual', anycast: true },
    ],
    ...{ acceptsRouters: true, makesAddresses: true, limit: 4 },
  };
  let state = idleAddresses(7);
  const engine = new RecordedEngine(
    SOME_MOMENT,
    (event: AddressEvent, now) => {
      const step = stepAddresses(settings, state, event, now);
      state = step.state;
      return step;
    },
    () => state.wakeAt,
  );
  const wake = { kind: 'wake' } as const;
  const hear = (octets: Uint8Array) => engine.tell({ kind: 'frame', octets });
  const configure = (change: Partial<AddressSettings>) => {
    settings = { ...settings, ...change };
    engine.tell({ kind: 'configure' });
  };
  configure({});
  engine.pass(0.5, wake);
  hear(question(MANUAL));
  engine.pass(8, wake);
  hear(
    advertised([
      prefix('2001:db8:a::', { validLifetime: 20, preferredLifetime: 10 }),
      prefix('2001:db8:b::', { autonomous: false }),
    ]),
  );
  hear(
    advertised([prefix('2001:db8:c::', { onLink: false }), prefix('fe80::'), prefix('2001:db8:d::', { length: 60 })], {
      lifetime: 9,
      preference: 1,
      source: 'fe80::98',
    }),
  );
  hear(advertised([prefix('2001:db8:e::')], { hopLimit: 64 }));
  engine.pass(4, wake);
  hear(claim(LINK_LOCAL));
  hear(claim('2001:db8:1::9'));
  hear(question(LINK_LOCAL, 'fe80::66'));
  hear(question(MANUAL, 'fe80::66', OTHER_MAC));
  engine.pass(3, wake);
  hear(advertised([prefix('2001:db8:a::', { validLifetime: 5, preferredLifetime: 0 })], { lifetime: 0 }));
  engine.pass(20, wake);
  configure({ limit: 2 });
  hear(advertised([prefix('2001:db8:f::')]));
  configure({
    wanted: settings.wanted.slice(0, 1).concat({
      address: '2001:db8:1::8',
      prefix: 64,
      origin: 'dhcp',
      anycast: false,
      preferredUntil: engine.now + 2000,
    }),
  });
  engine.pass(3, wake);
  configure({ makesAddresses: false });
  configure({ acceptsRouters: false });
  configure({ wanted: [] });
  await engine.recording.isAsIn('recorded.txt');
});

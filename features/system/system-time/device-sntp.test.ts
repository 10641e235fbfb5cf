import { expect, it } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { NameError } from '../../../device/names/name-resolver.ts';
import { SlotStore } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { type Message, say, wordsOf } from '../../../model/values/message.ts';
import { testHardware } from '../../network/testing.ts';
import { startSntp } from './device-sntp.ts';
import { sysTimeCtrl, TimeSource } from './objects.ts';
import { sysTimeSntpServerEntry } from './sntp-server-objects.ts';

const factory = factoryConfiguration([sysTimeCtrl, sysTimeSntpServerEntry], testHardware);
const server = (sysTimeSntpServer: string) => ({ sysTimeSntpServerIndex: 1, sysTimeSntpServer });
const asking = factory
  .withGroup(sysTimeCtrl, { sysTimeSource: TimeSource.sntp })
  .withRow(sysTimeSntpServerEntry, server('time.example'));

/** The client with servers whose names do not resolve; its questions and its messages are kept. */
function client() {
  const clock = new ManualClock();
  const looked: string[] = [];
  const said: string[] = [];
  let configuration = asking;
  let reason = say('the name does not exist');
  const context = {
    clock,
    wallClock: { now: () => 0 },
    configuration: () => configuration,
    slots: new SlotStore(
      () => undefined,
      (error) => expect.fail(String(error)),
    ),
    names: {
      resolve: async (name: string) => {
        looked.push(name);
        throw new NameError(reason);
      },
    },
    log: { write: (_severity: number, message: Message) => void said.push(wordsOf(message)) },
    offer() {},
  };
  const service = startSntp(context as unknown as ServiceContext);
  return {
    looked,
    said,
    change(next: Configuration) {
      configuration = next;
      service.changed?.();
    },
    fails: (words: Message) => {
      reason = words;
    },
    /** Second by second, so that a name is known to be unknown before the client has lost its patience. */
    async hour() {
      for (let at = 0; at < 3600; at += 1) {
        await new Promise(setImmediate);
        clock.advance(1000);
      }
    },
  };
}

it('says why it has no time once, however often it asks, and again for another reason', async () => {
  const sntp = client();
  await sntp.hour();
  expect(sntp.looked.length).toBeGreaterThan(2);
  expect(sntp.said).toHaveLength(1);
  sntp.fails(say('no DNS server answers'));
  await sntp.hour();
  expect(sntp.said).toEqual([expect.stringContaining('does not exist'), expect.stringContaining('no DNS server')]);
});

it('asks anew for another server only, and no more once it is switched off', async () => {
  const sntp = client();
  sntp.change(asking.withGroup(sysTimeCtrl, { sysTimeZone: 60 }));
  expect(sntp.looked).toEqual(['time.example']);
  sntp.change(asking.withRow(sysTimeSntpServerEntry, server('other.example')));
  expect(sntp.looked).toEqual(['time.example', 'other.example']);
  sntp.change(factory);
  await sntp.hour();
  expect(sntp.looked).toHaveLength(2);
});

import { beforeEach, expect, it } from 'vitest';
import type { FleetCaller, FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptSwitch } from '../../cloud/store/switches.ts';
import { wordsOf } from '../../model/values/message.ts';
import { act } from './actions.ts';
import { SwitchAction } from './objects.ts';

/** Revision 4 is wanted of the switch, and 2 was the last that it is known to work with. */
const kept = { serial: 'A', gateway: 'g1', desiredRevision: 4, safeRevision: 2 } as unknown as KeptSwitch;

/** What was done, in order. */
let done: string[];
let isOvertaken: boolean;
let present: object | undefined;

beforeEach(() => {
  done = [];
  isOvertaken = false;
  present = { revision: 4, hash: 'ab'.repeat(32), configuration: { objects: {} } };
});

const perform = (action: number, of: Partial<KeptSwitch> = {}) => {
  const revisions = {
    of: async (_serial: string, revision: number) => ({ document: `document ${revision}`, hash: `hash ${revision}` }),
    async desire(serial: string, former: number, wanted: { document: string; hash: string; by: string; at: number }) {
      if (isOvertaken) return undefined;
      done.push(`${serial} after ${former}: ${wanted.document}, ${wanted.hash}, by ${wanted.by} at ${wanted.at}`);
      return 5;
    },
  };
  const bus = {
    async ask(subject: string) {
      if (subject !== 'controller.settled') return present;
      done.push('the controller looks at it');
      return null;
    },
  };
  const caller = {
    user: { name: 'anna', tenant: 'own' },
    did: async (said: Parameters<typeof wordsOf>[0]) => void done.push(wordsOf(said)),
  };
  // Nothing else of the cloud is asked.
  const context = { store: { revisions }, bus, wallClock: { now: () => 1000 } } as unknown as FleetContext;
  return act(context, { ...kept, ...of }, action, caller as unknown as FleetCaller);
};

it.each([
  ['sendAgain', 'document 4, hash 4', 'Sent switch A its wanted configuration again, as revision 5.'],
  ['returnToSafe', 'document 2, hash 2', 'Returned switch A to its safe configuration, as revision 5.'],
  [
    'takeOver',
    `{"objects":{}}, ${'ab'.repeat(32)}`,
    'Accepted the configuration of switch A as wanted, as revision 5.',
  ],
] as const)('%s makes a revision, notes it, and has the controller send it at once', async (action, wanted, said) => {
  await perform(SwitchAction[action]);
  expect(done).toEqual([`A after 4: ${wanted}, by anna at 1000`, said, 'the controller looks at it']);
});

it('does nothing where another user was faster, or the switch does not answer', async () => {
  isOvertaken = true;
  await expect(perform(SwitchAction.sendAgain)).rejects.toThrow('Another user has just changed');
  present = undefined;
  await expect(perform(SwitchAction.takeOver)).rejects.toThrow('does not respond');
  await expect(perform(SwitchAction.takeOver, { gateway: '' })).rejects.toThrow('does not respond');
  expect(done).toEqual([]);
});

import { differencesBetween, readDocument } from '../../cloud/fleet/differences.ts';
import type { FleetContext, FleetObject } from '../../cloud/fleet/fleet-feature.ts';
import { askSwitch } from '../../cloud/gateway/switch-subjects.ts';
import type { KeptSwitch } from '../../cloud/store/switches.ts';
import { formatMessage, say } from '../../model/values/message.ts';
import { readSwitchAnswer, type SwitchAnswer } from '../../protocols/cloud/messages.ts';
import { fleetDifferenceEntry } from './objects.ts';
import { ownSwitch } from './own-switch.ts';

/** Milliseconds that a switch has for its configuration. */
const PATIENCE = 20_000;

/** Lines of a comparison that are shown. */
const LINES = 1000;

/** Differences between the wanted, the present and the last safe configuration of a switch. */
export const differences: FleetObject = {
  object: fleetDifferenceEntry,
  async read(context, query, { user }) {
    const kept = await ownSwitch(context, query.fleetDifferenceSwitch, user.tenant);
    const { store, switchObjects } = context;
    const document = async (revision: number) =>
      readDocument((await store.revisions.of(kept.serial, revision))?.document);
    const [wanted, safe, present] = await Promise.all([
      document(kept.desiredRevision),
      document(kept.safeRevision),
      presentConfiguration(context, kept),
    ]);
    const found = differencesBetween(switchObjects, [wanted, present?.configuration, safe]);
    return found.slice(0, LINES).map(({ what, values: [wantedWords, presentWords, safeWords] }, at) => ({
      fleetDifferenceSwitch: kept.serial,
      fleetDifferenceNumber: at + 1,
      fleetDifferenceWhat: formatMessage(what),
      fleetDifferenceWanted: formatMessage(wantedWords ?? say('–')),
      fleetDifferencePresent: formatMessage(presentWords ?? say('–')),
      fleetDifferenceSafe: formatMessage(safeWords ?? say('–')),
    }));
  },
};

/** Present settings of a switch; undefined if it does not report them. */
export async function presentConfiguration(
  { bus }: FleetContext,
  { serial, gateway }: KeptSwitch,
): Promise<SwitchAnswer<'configuration'> | undefined> {
  if (gateway === '') return undefined;
  const asked = askSwitch(bus, serial, { method: 'configuration', params: {} }, PATIENCE);
  return readSwitchAnswer('configuration', await asked.catch(() => undefined));
}

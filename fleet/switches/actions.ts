import { nudge } from '../../cloud/bus/nudge.ts';
import type { FleetCaller, FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import type { MadeRevision } from '../../cloud/store/revision.ts';
import type { KeptSwitch } from '../../cloud/store/switches.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { presentConfiguration } from './differences.ts';
import { fleetSwitchEntry, SwitchAction } from './objects.ts';

/** Does something about a switch that is not as it is wanted: each of them makes a new revision, with a number of its own. */
export async function act(
  context: FleetContext,
  kept: KeptSwitch,
  action: Value | undefined,
  { user, did }: FleetCaller,
): Promise<void> {
  const { store, bus, wallClock } = context;
  const { serial, desiredRevision } = kept;
  const made = { at: wallClock.now(), by: user.name };
  const want = async (wanted: Omit<MadeRevision, 'at' | 'by'>, said: (revision: number) => Message) => {
    const revision = await store.revisions.desire(serial, desiredRevision, { ...wanted, ...made });
    if (revision === undefined)
      throw refusal(say('Another user has just changed the wanted configuration. Review it again.'));
    await did(said(revision), serial);
    nudge(bus, serial);
  };
  if (action === SwitchAction.takeOver) {
    const present = await presentConfiguration(context, kept);
    if (!present) throw refusal(say('The switch does not respond. It may be restarting.'));
    return want({ document: JSON.stringify(present.configuration), hash: present.hash }, (revision) =>
      say('Accepted the configuration of switch {{serial}} as wanted, as revision {{revision}}.', { serial, revision }),
    );
  }
  const isSafe = action === SwitchAction.returnToSafe;
  const wanted = await store.revisions.of(serial, isSafe ? kept.safeRevision : desiredRevision);
  if (!wanted) throw refusal(say('No such configuration yet.'));
  return want(wanted, (revision) =>
    isSafe
      ? say('Returned switch {{serial}} to its safe configuration, as revision {{revision}}.', { serial, revision })
      : say('Sent switch {{serial}} its wanted configuration again, as revision {{revision}}.', { serial, revision }),
  );
}

function refusal(message: Message): Refusal {
  return new Refusal(ErrorCode.inconsistentValue, message, placeIn(fleetSwitchEntry));
}

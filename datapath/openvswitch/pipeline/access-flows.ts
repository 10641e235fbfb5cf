import type { PortNumber, VlanId } from '../../plan.ts';
import { type PortAccess, stationVlansInForce } from '../../port-access.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import type { Match } from '../openflow/match.ts';
import { intoVlan, notePriority } from './bridge-port-flows.ts';
import { reservedFrames } from './fixed-flows.ts';
import { Table } from './layout.ts';
import { cameBy } from './port-flows.ts';
import { Form, holds, note, Register } from './registers.ts';
import { from, leased, rule, to } from './rule.ts';

/** Supplicants and authenticators hear one another here (IEEE 802.1X-2004 7.8). */
const PAE_GROUP = '01-80-C2-00-00-03';

/**
 * Frames that an authenticator allows in and out of a port; `ofStations` are the VLANs that it is in only for single
 * stations. Rules that accept frames are leased: without the authenticator it would go unnoticed that a station has
 * left and another one has come.
 */
export function accessFlows(port: PortNumber, access: PortAccess, ofStations: ReadonlySet<VlanId>): Flow[] {
  const { sends, isGuest } = access;
  return [
    ...(isGuest ? guestFlows(port) : stationFlows(port, access, ofStations)),
    rule('authentication', 50, cameBy(port), []),
    ...(sends ? [] : [rule('egressFilter', 1000, [holds(Register.outPort, port)], [])]),
  ];
}

const HEARD = to(PAE_GROUP);

/** A guest's untagged frames pass, by the classes for the agent; its frames to bridges do not, except EAPOL. */
function guestFlows(port: PortNumber): Flow[] {
  const here = cameBy(port);
  return [
    ...[holds(Register.form, Form.tagged), holds(Register.serviceTagged, 1), holds(Register.aside, 1)].map((tagged) =>
      rule('authentication', 400, [...here, tagged], []),
    ),
    rule('authentication', 300, [...here, HEARD], [Do.gotoTable(Table.passed)]),
    ...reservedFrames().map((match) => rule('authentication', 200, [...here, ...match], [])),
    ...leased([rule('authentication', 100, here, [Do.gotoTable(Table.trunk)])]),
  ];
}

function stationFlows(port: PortNumber, access: PortAccess, ofStations: ReadonlySet<VlanId>): Flow[] {
  const { admits, stationVlans } = access;
  const here = cameBy(port);
  const passes = (priority: number, ...match: Match) =>
    rule('authentication', priority, [...here, ...match], [Do.gotoTable(Table.passed)]);
  if (admits === 'everybody') return leased([passes(100)]);
  const tagged = (vlan: VlanId): Match => [holds(Register.form, Form.tagged), holds(Register.tagVid, vlan)];
  return [
    passes(500, HEARD),
    ...[...ofStations].flatMap((vlan) => [
      ...leased(
        [...admits]
          .filter((station) => stationVlans.get(station) === vlan)
          .map((station) => passes(400, ...tagged(vlan), from(station))),
      ),
      rule('authentication', 300, [...here, ...tagged(vlan)], []),
    ]),
    ...leased([...admits].map((station) => passes(200, from(station)))),
  ];
}

const WITHOUT_VLAN = [Form.untagged, Form.priorityTagged] as const;

/** Above all classifiers, and above multicast VLANs. */
const GUEST_PRIORITY = 600;
/** Between classifiers and the PVID. */
const STATION_PRIORITY = 150;

/**
 * The VLANs of frames received without one: of a guest that of its port, instead of any other, of a station its own.
 * `priority` is that of the port.
 */
export function accessVlanFlows(
  port: PortNumber,
  access: PortAccess,
  priority: number,
  exists: (vlan: VlanId) => boolean,
): Flow[] {
  const into = (place: number, form: number, vlan: VlanId, ...match: Match) =>
    rule(
      'classification',
      place,
      [holds(Register.ingress, port), holds(Register.form, form), ...match],
      [note(Register.vlan, vlan), ...(form === Form.untagged ? notePriority(priority) : []), ...intoVlan],
    );
  if (access.isGuest) {
    const vlan = access.vlan !== undefined && exists(access.vlan) ? access.vlan : 0;
    return WITHOUT_VLAN.map((form) => into(GUEST_PRIORITY, form, vlan));
  }
  const own = [...stationVlansInForce(access, exists)];
  return own.flatMap(([station, vlan]) =>
    WITHOUT_VLAN.map((form) => into(STATION_PRIORITY, form, vlan, from(station))),
  );
}

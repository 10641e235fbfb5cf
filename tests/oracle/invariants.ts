import type { Left } from './comparison.ts';
import { addressAt, C_TAG, read } from './packet.ts';
import type { Sent } from './random-frames.ts';
import { portsIn, type Settings } from './settings.ts';

/** Stations that ever identified themselves at a port: whether they were accepted is the oracle's matter. */
export type Logins = ReadonlyMap<number, readonly string[]>;

/**
 * Invariants of every frame whatever the stages do; undefined, or what was violated. Mirror copies are checked only by
 * the oracle: they are taken as received.
 */
export function broken(
  settings: Settings,
  sent: Sent,
  left: readonly Left[],
  logins: Logins = new Map(),
): string | undefined {
  const { mirrorSessionStatus, mirrorTargetPort = 1 } = settings.row('mirrorSessionEntry', 1);
  const target = mirrorSessionStatus === 1 ? mirrorTargetPort : undefined;
  const sole = settings.rows('trunkGroupEntry').map(({ trunkMemberPorts }) => portsIn(trunkMemberPorts));
  const into = vlanOf(sent);
  const guests = logins.has(sent.port) ? undefined : guestVlan(settings, sent.port);
  for (const { port, octets } of left) {
    if (port === sent.port) return `It leaves by port ${port}, which it came in by.`;
    if (port === target) continue;
    if (sole.some((members) => members.includes(port) && members.includes(sent.port)))
      return `It leaves by port ${port} of the trunk that it came from.`;
    if (settings.row('ifEntry', port).ifAdminStatus === 2) return `It leaves by port ${port}, which is disabled.`;
    const [tag] = read(octets).tags;
    // Of two tags that come in, the second may be what leaves: it is of another network.
    const vlan = tag?.type === C_TAG && read(sent.octets).tags.length < 2 ? tag.vid : undefined;
    if (vlan !== undefined && !isTaggedMember(settings, vlan, port))
      return `It leaves by port ${port} in VLAN ${vlan}, which the port is no tagged member of.`;
    const isStream = !tag && isUntaggedForStreams(settings, port) && isToGroup(octets);
    if (!tag && into !== undefined && !isStream && !logins.has(port) && !isUntaggedMember(settings, into, port))
      return `It leaves untagged by port ${port}, which is no untagged member of VLAN ${into}.`;
    if (
      tag?.type === C_TAG &&
      read(sent.octets).tags.length < 2 &&
      !logins.has(port) &&
      isGuestOrClosed(settings, port)
    )
      return `It leaves tagged by port ${port}, which at most guests are at.`;
    if (guests !== undefined && !logins.has(port) && !isMember(settings, guests, port))
      return `It goes from a guest to port ${port}, which is no member of guest VLAN ${guests}.`;
    if (isSecureElsewhere(settings, sent, into)) return 'Its source is a secure address of another port.';
    const isClosed = settings.row('dot1xAuthConfigEntry', port).dot1xAuthAuthControlledPortControl === 1;
    const isBoth = settings.row('dot1xAuthConfigEntry', port).dot1xAuthAdminControlledDirections === 0;
    if (isClosed && isBoth && settings.isOn('dot1xPaeSystem', 'dot1xPaeSystemAuthControl'))
      return `It leaves by port ${port}, which nobody is authenticated at.`;
  }
  if (left.some(({ port }) => port !== target) && isStranger(settings, sent))
    return `It comes from port ${sent.port}, which nobody is authenticated at.`;
  if (left.some(({ port }) => port !== target) && isUnknown(settings, sent, logins))
    return `It comes from a station that never said at port ${sent.port} who it is.`;
  return undefined;
}

/** Whether a port lets stations in one by one, and this one has not even asked. */
function isUnknown(settings: Settings, { port, octets }: Sent, logins: Logins): boolean {
  const isByStation = settings.row('dot1xPortExtEntry', port).dot1xPortAuthMode === 2;
  const isOn = settings.isOn('dot1xPaeSystem', 'dot1xPaeSystemAuthControl');
  const isAuto = settings.row('dot1xAuthConfigEntry', port).dot1xAuthAuthControlledPortControl === 2;
  return isByStation && isOn && isAuto && !logins.get(port)?.includes(addressAt(octets, 6));
}

/** Whether a port that accepts no frames has sent it. */
function isStranger(settings: Settings, { port }: Sent): boolean {
  const isClosed = settings.row('dot1xAuthConfigEntry', port).dot1xAuthAuthControlledPortControl === 1;
  return isClosed && settings.isOn('dot1xPaeSystem', 'dot1xPaeSystemAuthControl');
}

/** Whether frames of the VLAN may carry its tag there: as a static member, or as the port of a phone. */
function isTaggedMember(settings: Settings, vlan: number, port: number): boolean {
  const { dot1qVlanStaticEgressPorts, dot1qVlanStaticUntaggedPorts } = settings.row('dot1qVlanStaticEntry', vlan);
  const isStatic =
    portsIn(dot1qVlanStaticEgressPorts).includes(port) && !portsIn(dot1qVlanStaticUntaggedPorts).includes(port);
  const streams = settings.row('multicastVlanEntry', vlan);
  const isStream = [streams.multicastVlanReceiverTagged, streams.multicastVlanSourceTagged].some((ports) =>
    portsIn(ports).includes(port),
  );
  return isStatic || isStream || isVoiceMember(settings, vlan, port) || mayRegister(settings, port);
}

/** Whether streams of other VLANs, and what is said of them, may leave by a port without a tag. */
function isUntaggedForStreams(settings: Settings, port: number): boolean {
  return settings
    .rows('multicastVlanEntry')
    .flatMap((row) => [row.multicastVlanReceiverUntagged, row.multicastVlanSourceUntagged])
    .some((ports) => portsIn(ports).includes(port));
}

function isToGroup([first = 0]: Uint8Array): boolean {
  return first % 2 === 1;
}

/** The VLAN in the only tag of a frame; undefined if it depends on the switch's settings. */
function vlanOf({ octets }: Sent): number | undefined {
  const [tag, ...further] = read(octets).tags;
  return tag?.type === C_TAG && tag.vid !== 0 && further.length === 0 ? tag.vid : undefined;
}

/** Whether only guests can be at a port, both ways: there is no authentication in a comparison. */
function isGuestOrClosed(settings: Settings, port: number): boolean {
  const row = settings.row('dot1xAuthConfigEntry', port);
  const isControlled = [1, 2].includes(Number(row.dot1xAuthAuthControlledPortControl ?? 3));
  const isBoth = row.dot1xAuthAdminControlledDirections === 0;
  return isControlled && isBoth && settings.isOn('dot1xPaeSystem', 'dot1xPaeSystemAuthControl');
}

/** The only VLAN that a port's frames can be in; undefined if it is open, or accepts nothing. */
function guestVlan(settings: Settings, port: number): number | undefined {
  const row = settings.row('dot1xAuthConfigEntry', port);
  if (row.dot1xAuthAuthControlledPortControl !== 2) return undefined;
  if (!settings.isOn('dot1xPaeSystem', 'dot1xPaeSystemAuthControl')) return undefined;
  return Number(settings.row('dot1xPortExtEntry', port).dot1xPortGuestVlan ?? 0);
}

/** Whether a port can be in a VLAN: as a static member, as a guest's, or for a phone. */
function isMember(settings: Settings, vlan: number, port: number): boolean {
  const { dot1qVlanStaticEgressPorts: members } = settings.row('dot1qVlanStaticEntry', vlan);
  return portsIn(members).includes(port) || guestVlan(settings, port) === vlan || isVoiceMember(settings, vlan, port);
}

/** The same of ports that its frames may leave without a tag. */
function isUntaggedMember(settings: Settings, vlan: number, port: number): boolean {
  const { dot1qVlanStaticUntaggedPorts: untagged } = settings.row('dot1qVlanStaticEntry', vlan);
  return portsIn(untagged).includes(port) || guestVlan(settings, port) === vlan || isVoiceMember(settings, vlan, port);
}

/** Whether neighbors may bring a port into VLANs. */
function mayRegister(settings: Settings, port: number): boolean {
  const isOn = settings.isOn('gvrpGlobal', 'dot1qGvrpStatus');
  return isOn && settings.isOn('dot1qPortVlanEntry', 'dot1qPortGvrpStatus', [port]);
}

function isVoiceMember(settings: Settings, vlan: number, port: number): boolean {
  const isVoice = settings.row('voiceVlan').voiceVlanId === vlan && settings.isOn('voiceVlan', 'voiceVlanStatus');
  return isVoice && settings.isOn('voiceVlanPortEntry', 'voiceVlanPortAuto', [port]);
}

/** Whether the source of a frame is configured as a secure address of another port, in the VLAN that the frame says. */
function isSecureElsewhere(settings: Settings, { port, octets }: Sent, vlan: number | undefined): boolean {
  const source = addressAt(octets, 6);
  const isShared = settings.row('dot1qVlan').dot1qConstraintTypeDefault === 2;
  return settings
    .rows('portSecAddrEntry')
    .some(
      ({ portSecAddrMac, portSecAddrVlan, portSecAddrPort }) =>
        portSecAddrMac === source && portSecAddrPort !== port && (isShared || portSecAddrVlan === vlan),
    );
}

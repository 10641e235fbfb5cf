/**
 * The order in which every datapath treats a frame (docs/specification/security.md 0.5, docs/specification/network.md 0.7). It is
 * written here once: drivers build their pipelines of these stages, `trace` walks them, and docs/datapath.md lists them. A frame
 * has to pass every stage; none lets it round another one.
 */
export const stages = [
  {
    name: 'link',
    direction: 'ingress',
    title: 'Port and link',
    does: 'Port on, link up, length within 60 to the limit of the port (without FCS, one tag allowed for); counted as received. The mirror copy as received is taken here, also of what is filtered later.',
  },
  {
    name: 'sanity',
    direction: 'ingress',
    title: 'Sanity',
    does: 'Frames received on a mirror target, with a group address as source or tagged with VID 4095 are dropped. So are frames with a VID 0 tag behind their C-tag, or beginning with an S-tag with VID 0: stations do not see it as a tag, and another one could hide behind it. 01-80-C2-00-00-01 (pause) ends here.',
  },
  {
    name: 'authentication',
    direction: 'ingress',
    title: 'Authentication',
    does: 'IEEE 802.1X: on a port that is not open, only EAPOL (01-80-C2-00-00-03) and the frames of its authenticated stations pass; others are dropped, including BPDUs, LACP and LLDP. Stations with VLANs of their own cannot send tagged frames into the VLAN of another one. On a port in its guest VLAN, EAPOL and ordinary frames pass if they are untagged or priority-tagged; control frames, tagged frames and those with an S-tag or a second tag are dropped.',
  },
  {
    name: 'control',
    direction: 'ingress',
    title: 'Control frames',
    does: 'Classes of the plan at `control` go to the agent. The other frames to 01-80-C2-00-00-00..0F, to -21 (GVRP) and to CF-00-00-00-00-00 are dropped, unless the port passes BPDUs or EAPOL, or the switch passes that group; so is EAPOL to every other address, behind up to two tags. On a port in its guest VLAN only EAPOL is considered here.',
  },
  {
    name: 'trunk',
    direction: 'ingress',
    title: 'Trunk',
    does: "From here on a member's frames belong to the trunk. A member that does not collect drops them.",
  },
  {
    name: 'denialOfService',
    direction: 'ingress',
    title: 'Denial of service',
    does: 'Packets with the shape of a denied attack, behind up to two tags, are dropped, and counted for the first shape that matches.',
  },
  {
    name: 'rateLimit',
    direction: 'ingress',
    title: 'Ingress rate and storms',
    does: 'Frames over the rate of the physical port, or of its broadcasts or multicasts, are dropped.',
  },
  {
    name: 'classification',
    direction: 'ingress',
    title: 'VLAN and priority',
    does: 'A C-tag with VID 1..4094: that VLAN. Untagged or priority-tagged: a multicast VLAN if the port is its untagged source and the packet is for one of its groups, else that of its station, of voice, of surveillance, of its protocol, else the VLAN that the station or the port was assigned to when it was authenticated, else the PVID; an untagged one gets their priority, too, or else that of its port. Only 8100 is a tag of this bridge; 88A8 is payload. On a port in its guest VLAN: that VLAN, and the priority of the port.',
  },
  {
    name: 'vlanFilter',
    direction: 'ingress',
    title: 'VLAN filter and port state',
    does: 'Acceptable frame type, VLAN exists, ingress filtering, blocked ports. A multicast VLAN accepts packets to its groups from its sources, and the messages of its members; nothing else. A port that discards in the instance of the VLAN drops.',
  },
  {
    name: 'learning',
    direction: 'ingress',
    title: 'Port security and learning',
    does: "A secured port accepts frames from addresses that are pinned to it, and learns nothing; of the rest, classes of the plan at `learning` go to the agent, which may let them continue, and all others are dropped. Frames from an address that is pinned to a secured port are such a violation at every other port, too. Elsewhere the source is learned in the filtering database of the VLAN, unless it is pinned, the switch's own, or the table is full. A port that only learns drops afterwards.",
  },
  {
    name: 'destinationFilter',
    direction: 'ingress',
    title: 'Destination MAC filter',
    does: "Frames to a filtered address are dropped, including the switch's own.",
  },
  {
    name: 'accessControl',
    direction: 'ingress',
    title: 'Access control list',
    does: 'The first rule that matches the frame at its port, its packet behind up to two tags, decides: dropped, limited to a rate, copied as received to a mirror target, or given another priority, DSCP or precedence. Frames without a matching rule continue.',
  },
  {
    name: 'inspection',
    direction: 'ingress',
    title: 'Inspection',
    does: 'Classes of the plan at `inspection` go to the agent, as copies or taken out: those that protect stations look behind up to two tags, the others behind at most one C-tag.',
  },
  {
    name: 'lookup',
    direction: 'ingress',
    title: 'Look-up',
    does: "The switch's own address goes to its interface; pinned and learned addresses to their port; a known group to its ports; an unknown group only to router ports if its VLAN filters those, as multicast VLANs do; everything else is flooded, unknown unicasts within the port's rate. Packets that stay on their link are always flooded. The interface gets a copy of every group frame of its VLAN; classes at `delivery` go to the agent. Packets for its own addresses that the plan accepts only on some ports are refused on others.",
  },
  {
    name: 'queue',
    direction: 'ingress',
    title: 'Meter and queue',
    does: 'If the plan has queues: that of the traffic class (IPv6), of the DSCP (IPv4 and IPv6), or of the priority, behind up to two tags; the first of these that is mapped.',
  },
  {
    name: 'egressFilter',
    direction: 'egress',
    title: 'Egress filter',
    does: 'Members of the VLAN that forward in its instance and are neither blocked nor closed until they are authenticated, within `forwardTo` of the ingress port, without the port or trunk it came from and mirror targets; in a multicast VLAN, frames from a source go to no other source. In a trunk the hash selects one distributing member.',
  },
  {
    name: 'tagging',
    direction: 'egress',
    title: 'Tagging and remarking',
    does: 'Tagged or untagged as the VLAN says for each port, priority kept; a multicast VLAN may set another one. Frames that are then longer than the limit of the port are dropped.',
  },
  {
    name: 'scheduling',
    direction: 'egress',
    title: 'Queue and scheduler',
    does: 'If the plan has queues and the port is congested, the frame waits in its queue; the highest queue that is not empty is served, or each in turn by its weight. Frames that the switch itself sends outside of VLANs wait in the highest, mirror copies wait in none.',
  },
  {
    name: 'egressRate',
    direction: 'egress',
    title: 'Egress rate',
    does: 'Frames over the rate of the port wait or are dropped; the mirror copy as sent is taken; counted as sent.',
  },
] as const;

/** The name of a stage. */
export type StageName = (typeof stages)[number]['name'];

/** The ingress stages that frames of the switch itself pass, too. They skip the others. */
export const ownFramesPass: ReadonlySet<StageName> = new Set(['destinationFilter', 'lookup', 'queue']);

/** Position of a stage in the order, from 0. */
export function stageOrder(name: StageName): number {
  return stages.findIndex((stage) => stage.name === name);
}

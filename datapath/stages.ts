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
    does: 'What enters by a mirror target, claims to come from a group address or is tagged with VID 4095 is dropped. So is what has a tag with VID 0 behind its C-tag, or begins with an S-tag with VID 0: to stations it is no tag, and one more could hide behind it. 01-80-C2-00-00-01 (pause) ends here.',
  },
  {
    name: 'authentication',
    direction: 'ingress',
    title: 'Authentication',
    does: 'IEEE 802.1X: of a port that is not open, what goes to 01-80-C2-00-00-03 (EAPOL) and the frames of its authenticated stations pass; others are dropped, BPDUs, LACP and LLDP among them. Of stations with VLANs of their own, tagged frames into the VLAN of another one are dropped. Of a port in its guest VLAN, EAPOL and what is ordinary pass if they are untagged or priority-tagged; control frames, tagged ones and those with an S-tag or a second tag are dropped.',
  },
  {
    name: 'control',
    direction: 'ingress',
    title: 'Control frames',
    does: 'Classes of the plan at `control` go to the agent. The other frames to 01-80-C2-00-00-00..0F, to -21 (GVRP) and to CF-00-00-00-00-00 are dropped, unless the port passes BPDUs or EAPOL, or the switch that group; so is EAPOL to every other address, behind up to two tags. Of a port in its guest VLAN only EAPOL is asked here.',
  },
  {
    name: 'trunk',
    direction: 'ingress',
    title: 'Trunk',
    does: "From here a member's frames are the trunk's. A member that does not collect drops them.",
  },
  {
    name: 'denialOfService',
    direction: 'ingress',
    title: 'Denial of service',
    does: 'Packets of the shapes of attacks that the plan denies, behind up to two tags, are dropped, and counted as the first of these.',
  },
  {
    name: 'rateLimit',
    direction: 'ingress',
    title: 'Ingress rate and storms',
    does: 'What is over the rate of the physical port, or of its broadcasts or multicasts, is dropped.',
  },
  {
    name: 'classification',
    direction: 'ingress',
    title: 'VLAN and priority',
    does: 'A C-tag with VID 1..4094: that VLAN. Untagged or priority-tagged: a multicast VLAN where the port is its untagged source and the packet is to one of its groups, else that of its station, of voice, of surveillance, of its protocol, else the VLAN that the station or the port was assigned to when it was authenticated, else the PVID; an untagged one gets their priority, too, or else that of its port. Only 8100 is a tag of this bridge; 88A8 is payload. Of a port in its guest VLAN: that VLAN, and the priority of the port.',
  },
  {
    name: 'vlanFilter',
    direction: 'ingress',
    title: 'VLAN filter and port state',
    does: 'Acceptable frame type, VLAN exists, ingress filtering, blocked ports. Into a multicast VLAN come packets to its groups by its sources, and the messages of its members; nothing else. A port that discards in the instance of the VLAN drops.',
  },
  {
    name: 'learning',
    direction: 'ingress',
    title: 'Port security and learning',
    does: "A secured port lets in what comes from addresses that are pinned to it, and learns nothing; of the rest classes of the plan at `learning` go to the agent, who may let them go on, and what is left is dropped. What comes from an address that is pinned to a secured port is such a violation at every other port, too. Elsewhere the source is learnt in the filtering database of the VLAN, unless it is pinned, the switch's own, or the table is full. A port that only learns drops afterwards.",
  },
  {
    name: 'destinationFilter',
    direction: 'ingress',
    title: 'Destination MAC filter',
    does: "What goes to a filtered address is dropped, the switch's own frames too.",
  },
  {
    name: 'accessControl',
    direction: 'ingress',
    title: 'Access control list',
    does: 'The first rule that holds the frame at its port, its packet behind up to two tags, decides: dropped, held to a rate, copied as received to a mirror target, or given another priority, DSCP or precedence. What no rule holds goes on.',
  },
  {
    name: 'inspection',
    direction: 'ingress',
    title: 'Inspection',
    does: 'Classes of the plan at `inspection` go to the agent, as copies or taken out: those that guard stations look behind up to two tags, the others behind one C-tag at most.',
  },
  {
    name: 'lookup',
    direction: 'ingress',
    title: 'Look-up',
    does: "The switch's own address goes to its interface; pinned and learnt addresses to their port; a known group to its ports; a group that is not known to router ports alone where its VLAN filters such, as multicast VLANs do; else flood, unknown unicasts as far as the port's rate of them allows. Packets that stay on their link flood in any case. The interface gets a copy of every group frame of its VLAN; classes at `delivery` go to the agent. Packets for its own addresses that the plan takes from some ports alone are turned away where they came in by another one.",
  },
  {
    name: 'queue',
    direction: 'ingress',
    title: 'Meter and queue',
    does: 'Where the plan has queues: that of the traffic class (IPv6), of the DSCP (IPv4 and IPv6), or of the priority, behind up to two tags; the first of these that says one.',
  },
  {
    name: 'egressFilter',
    direction: 'egress',
    title: 'Egress filter',
    does: 'Members of the VLAN that forward in its instance and are neither blocked nor closed until they are authenticated, within `forwardTo` of the ingress port, without the port or trunk it came from and mirror targets; of a multicast VLAN, what came from a source goes to no other one. Of a trunk one distributing member is chosen by the hash.',
  },
  {
    name: 'tagging',
    direction: 'egress',
    title: 'Tagging and remarking',
    does: 'Tagged or not as the VLAN says for each port, priority kept; a multicast VLAN may give another one. What is then longer than the limit of the port is dropped.',
  },
  {
    name: 'scheduling',
    direction: 'egress',
    title: 'Queue and scheduler',
    does: 'Where the plan has queues and the port is congested, the frame waits in its own; of the queues the highest that is not empty is served, or each in its turn by its weight. What the switch itself sends past VLANs waits in the highest, mirror copies wait in none.',
  },
  {
    name: 'egressRate',
    direction: 'egress',
    title: 'Egress rate',
    does: 'What is over the rate of the port waits or is dropped; the mirror copy as sent is taken; counted as sent.',
  },
] as const;

/** The name of a stage. */
export type StageName = (typeof stages)[number]['name'];

/**
 * The ingress stages that frames of the switch itself pass, too, whether they are sent into a VLAN or injected as if
 * received on a port. They skip the others.
 */
export const ownFramesPass: ReadonlySet<StageName> = new Set(['destinationFilter', 'lookup', 'queue']);

/** Position of a stage in the order, from 0. */
export function stageOrder(name: StageName): number {
  return stages.findIndex((stage) => stage.name === name);
}

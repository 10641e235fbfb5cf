/** What a call changes: the object, and its columns beside it, as they go over the wire (`CommonSet`). */
export type Call = { readonly Template: string } & Readonly<Record<string, string | number>>;

/** A row, or a group as its only one. */
export type Row = Readonly<Record<string, string | number>>;

/** The columns that name a row, of the objects that are tables (docs/specification/security.md 7). */
export const INDEX: Readonly<Record<string, readonly string[]>> = {
  ifEntry: ['ifIndex'],
  portCtrlEntry: ['ifIndex'],
  rateCtrlEntry: ['rateCtrlIndex'],
  stormCtrlEntry: ['ifIndex'],
  dot1qVlanStaticEntry: ['dot1qVlanIndex'],
  dot1qPortVlanEntry: ['dot1dBasePort'],
  dot1dPortPriorityEntry: ['dot1dBasePort'],
  privateVlanPortEntry: ['privateVlanSourcePort'],
  trunkGroupEntry: ['trunkId'],
  dot3adAggPortEntry: ['dot3adAggPortIndex'],
  mirrorSessionEntry: ['mirrorSessionId'],
  dot1qStaticUnicastEntry: ['dot1qVlanIndex', 'dot1qStaticUnicastAddress'],
  dot1qStaticMulticastEntry: ['dot1qVlanIndex', 'dot1qStaticMulticastAddress'],
  macVlanEntry: ['macVlanAddress'],
  dot1vProtocolGroupEntry: ['dot1vProtocolTemplateFrameType', 'dot1vProtocolTemplateProtocolValue'],
  dot1vProtocolPortEntry: ['dot1dBasePort', 'dot1vProtocolPortGroupId'],
  multicastFilterEntry: ['dot1qVlanIndex'],
  multicastVlanEntry: ['multicastVlanId'],
  multicastVlanGroupEntry: ['multicastVlanGroupName'],
  multicastVlanGroupRangeEntry: ['multicastVlanGroupName', 'multicastVlanGroupStart', 'multicastVlanGroupEnd'],
  multicastVlanAssocEntry: ['multicastVlanId', 'multicastVlanGroupName'],
  igsVlanFilterEntry: ['igsVlanFilterVlanId'],
  igsVlanRouterEntry: ['igsVlanRouterVlanId'],
  mldsVlanFilterEntry: ['mldsVlanFilterVlanId'],
  mldsVlanRouterEntry: ['mldsVlanRouterVlanId'],
  voiceVlanPortEntry: ['ifIndex'],
  dot1dStpPortEntry: ['dot1dStpPort'],
  dot1dStpExtPortEntry: ['dot1dStpPort'],
  ieee8021MstpCistPortEntry: ['ieee8021MstpCistPortNum'],
  ieee8021MstpVlanV2Entry: ['ieee8021MstpId'],
  ieee8021MstpEntry: ['ieee8021MstpId'],
  ieee8021MstpPortEntry: ['ieee8021MstpPortMstId', 'ieee8021MstpPortNum'],
  dot1xAuthConfigEntry: ['dot1xPaePortNumber'],
  dot1xPortExtEntry: ['dot1xPaePortNumber'],
  dialInUserEntry: ['dialInUserName'],
  dot1dPortGarpEntry: ['dot1dBasePort'],
  radiusServerEntry: ['radiusServerPriority'],
  portSecPortEntry: ['portSecPort'],
  portSecAddrEntry: ['portSecAddrPort', 'portSecAddrVlan', 'portSecAddrMac'],
  arpAclEntry: ['arpAclName'],
  arpAclRuleEntry: ['arpAclName', 'arpAclRuleIndex'],
  arpInspVlanEntry: ['arpInspVlanId'],
  arpInspFilterEntry: ['arpInspVlanId'],
  arpInspPortEntry: ['arpInspPort'],
  dhcpSnoopingStaticBindingEntry: ['bindingVlanId', 'bindingMac'],
  dhcpSnoopingVlanEntry: ['dhcpSnoopingVlanId'],
  dhcpSnoopingPortEntry: ['dhcpSnoopingPort'],
  dot1dStaticEntry: ['dot1dStaticAddress'],
  dosTypeEntry: ['dosType'],
  aclProfileEntry: ['aclProfileId'],
  aclRuleEntry: ['aclProfileId', 'aclRuleId'],
};

const CREATE = 4;
const DESTROY = 6;

/** The configuration that calls lead to, kept as they said it: columns that were never given are absent. */
export class Settings {
  readonly #objects = new Map<string, Map<string, Row>>();

  constructor(calls: readonly Call[] = []) {
    for (const call of calls) this.#take(call);
  }

  #take({ Template, RowStatus, ...columns }: Call): void {
    const rows = this.#objects.get(Template) ?? new Map<string, Row>();
    this.#objects.set(Template, rows);
    const key = (INDEX[Template] ?? []).map((column) => columns[column]).join(' ');
    if (RowStatus === DESTROY) rows.delete(key);
    else rows.set(key, { ...(RowStatus === CREATE ? {} : rows.get(key)), ...columns });
  }

  /** The rows of a table that were set, in the order in which they were first. */
  rows(name: string): Row[] {
    return [...(this.#objects.get(name)?.values() ?? [])];
  }

  /** A group, or the row whose index is given; empty where it was never set. */
  row(name: string, ...index: readonly (string | number)[]): Row {
    return this.#objects.get(name)?.get(index.join(' ')) ?? {};
  }

  /** Whether a status is enabled. */
  isOn(name: string, column: string, index: readonly (string | number)[] = [], byDefault = 2): boolean {
    return (this.row(name, ...index)[column] ?? byDefault) === 1;
  }
}

/** Lists that were read before: every frame asks for the same few. */
const known = new Map<string, readonly number[]>();

/** The ports of a list as calls have it: "1-3,5". */
export function portsIn(list: string | number | undefined): readonly number[] {
  const text = `${list ?? ''}`;
  const ports = known.get(text) ?? read(text);
  known.set(text, ports);
  return ports;
}

function read(list: string): readonly number[] {
  const parts = list.split(',').filter((part) => part !== '');
  return parts.flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** One OpenFlow rule in the words of ovs-ofctl(8). Table, priority and match name it; two rules cannot share them. */
export interface Flow {
  readonly table: number;
  readonly priority: number;
  /** Without spaces; "" matches everything. */
  readonly match: string;
  readonly actions: string;
  /** Low 32 bits of the cookie: why a frame comes to the agent, or what the rule's counters count. Default 0. */
  readonly tag?: number;
}

/** What names a rule. */
export function flowKey({ table, priority, match }: Flow): string {
  return `table=${table},priority=${priority}${match && `,${match}`}`;
}

/** The line that adds a rule or replaces its actions; `generation` marks the rules of one start of the driver. */
export function addLine(flow: Flow, generation: number): string {
  const cookie = (BigInt(generation) << 32n) | BigInt(flow.tag ?? 0);
  return `add cookie=0x${cookie.toString(16)},${flowKey(flow)},actions=${flow.actions}`;
}

/** The line that takes a rule away. */
export function deleteLine(flow: Flow): string {
  return `delete_strict ${flowKey(flow)}`;
}

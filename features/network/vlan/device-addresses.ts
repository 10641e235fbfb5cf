import type { FlushSelection, ForwardingEntry } from '../../../datapath/datapath.ts';
import type { DeviceContext, Operation, Request } from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { FdbFilterType, FdbStatus, fdbControl } from './objects.ts';

const statusOf: Record<ForwardingEntry['origin'], number> = {
  learned: FdbStatus.learned,
  self: FdbStatus.self,
  static: FdbStatus.mgmt,
};

/** The rows of `dot1qTpFdbEntry`. */
export async function addressRows({ datapath }: DeviceContext): Promise<readonly Values[]> {
  const entries = await datapath.forwardingDatabase();
  return entries.map((entry) => ({
    dot1qFdbId: entry.fid,
    dot1qTpFdbAddress: entry.address,
    dot1qTpFdbPort: entry.port,
    dot1qTpFdbStatus: statusOf[entry.origin],
  }));
}

/** The rows of `dot1qFdbEntry`: learnt addresses by forwarding database. */
export async function addressCounts({ datapath }: DeviceContext): Promise<readonly Values[]> {
  const counts = new Map<number, number>();
  for (const { fid, origin } of await datapath.forwardingDatabase()) {
    counts.set(fid, (counts.get(fid) ?? 0) + (origin === 'learned' ? 1 : 0));
  }
  return [...counts].map(([dot1qFdbId, dot1qFdbDynamicCount]) => ({ dot1qFdbId, dot1qFdbDynamicCount }));
}

/** Forgets the learnt addresses that fit the filters; static ones and the switch's own stay. */
export const clearAddresses: Operation = {
  object: fdbControl,
  async operate({ datapath }: DeviceContext, { values }: Request) {
    if (values.fdbClear !== 1) throw new Refusal(ErrorCode.wrongValue, 'Clear must be 1 to clear addresses.');
    if (values.fdbFilterType === FdbFilterType.static) {
      throw new Refusal(ErrorCode.wrongValue, 'Type: static addresses are deleted on the Static Unicast page.');
    }
    const port = Number(values.fdbFilterPort ?? 0);
    const vlan = Number(values.fdbFilterVlan ?? 0);
    const selection: FlushSelection = { ...(port && { port }), ...(vlan && { vlan }) };
    const digits = macDigits(String(values.fdbFilterMac ?? ''));
    if (digits === '') {
      await datapath.flush(selection);
      return;
    }
    const addresses = new Set<string>();
    for (const { address, origin } of await datapath.forwardingDatabase()) {
      if (origin === 'learned' && macDigits(address).startsWith(digits)) addresses.add(address);
    }
    for (const address of addresses) await datapath.flush({ ...selection, address });
  },
};

function macDigits(text: string): string {
  return text.replaceAll(/[:-]/g, '').toUpperCase();
}

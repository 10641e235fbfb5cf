import type { FlushSelection, ForwardingEntry } from '../../../datapath/datapath.ts';
import {
  type CallersRequest,
  type DeviceContext,
  type LiveOf,
  type LiveRowOf,
  operation,
} from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { say } from '../../../model/values/message.ts';
import { portBit } from '../../../model/values/port-list.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { hostNames } from '../../hosts/slots.ts';
import { dot1dStaticEntry } from '../../security/destination-mac-filter/objects.ts';
import {
  type dot1qFdbEntry,
  type dot1qTpFdbEntry,
  FdbFilterType,
  FdbStatus,
  fdbControl,
  macDigits,
} from './address-table-objects.ts';
import { dot1qVlan, LearningConstraint } from './objects.ts';

const statusOf = {
  learned: FdbStatus.learned,
  self: FdbStatus.self,
  static: FdbStatus.mgmt,
} as const satisfies Record<ForwardingEntry['origin'], number>;

/** The rows of `dot1qTpFdbEntry`; what the destination MAC filter holds back is nowhere to be reached, wherever it was heard. */
export async function addressRows(context: DeviceContext): Promise<readonly LiveRowOf<typeof dot1qTpFdbEntry>[]> {
  const entries = await reachable(context);
  const names = await context.slots.get(hostNames)?.read();
  return entries.map((entry) => {
    const host = names?.get(entry.address);
    return {
      dot1qFdbId: entry.fid,
      dot1qTpFdbAddress: entry.address,
      dot1qTpFdbPort: entry.port,
      dot1qTpFdbStatus: statusOf[entry.origin],
      fdbHost: host?.name ?? '',
      fdbVendor: host?.vendor ?? '',
      fdbIpv4: host?.ipv4 ?? '',
    };
  });
}

/** The rows of `dot1qFdbEntry`: learned addresses by forwarding database. */
export async function addressCounts(context: DeviceContext): Promise<readonly LiveRowOf<typeof dot1qFdbEntry>[]> {
  const counts = new Map<number, number>();
  for (const { fid, origin } of await reachable(context)) {
    counts.set(fid, (counts.get(fid) ?? 0) + (origin === 'learned' ? 1 : 0));
  }
  return [...counts].map(([dot1qFdbId, dot1qFdbDynamicCount]) => ({ dot1qFdbId, dot1qFdbDynamicCount }));
}

async function reachable({ datapath, configuration }: DeviceContext): Promise<readonly ForwardingEntry[]> {
  const entries = await datapath.forwardingDatabase();
  const filtered = new Set(
    configuration()
      .rows(dot1dStaticEntry)
      .map((row) => row.dot1dStaticAddress),
  );
  return filtered.size === 0 ? entries : entries.filter(({ address }) => !filtered.has(address));
}

/** How many addresses the table holds, and how many fit. */
export async function addressTable({ datapath }: DeviceContext): Promise<LiveOf<typeof fdbControl>> {
  const entries = await datapath.forwardingDatabase();
  const count = (wanted: ForwardingEntry['origin']) => entries.filter(({ origin }) => origin === wanted).length;
  return {
    fdbMaximum: datapath.facts.forwardingDatabaseSize,
    fdbLearned: count('learned'),
    fdbStatic: count('static'),
  };
}

/** Addresses that one clearing by the beginning of an address forgets at most. */
const MATCHES_AT_MOST = 256;

const place = (column: keyof typeof fdbControl.fields) => placeIn(fdbControl, undefined, column);

/** Forgets the learned addresses that match the filters; static ones and the switch's own stay. */
export const clearAddresses = operation(fdbControl, {
  async operate({ datapath, configuration }: DeviceContext, { values }: CallersRequest) {
    if (values.fdbClear !== 1)
      throw new Refusal(ErrorCode.wrongValue, say('Clear must be 1 to clear addresses.'), place('fdbClear'));
    if (values.fdbFilterType === FdbFilterType.static) {
      const message = say('Static addresses are deleted on the Static Unicast page.');
      throw new Refusal(ErrorCode.wrongValue, message, place('fdbFilterType'));
    }
    const port = Number(values.fdbFilterPort ?? 0);
    const fid = Number(values.fdbFilterVlan ?? 0);
    // A shared table is FID 1 whatever VLAN an address was learned in.
    const shared = configuration().group(dot1qVlan).dot1qConstraintTypeDefault === LearningConstraint.shared;
    if (shared && fid > 1) return;
    const selection: FlushSelection = {
      ...(port && { ports: portBit(port) }),
      ...(fid && !shared && { vlans: new Set([fid]) }),
    };
    const digits = macDigits(String(values.fdbFilterMac ?? ''));
    if (digits === '') {
      await datapath.flush(selection);
      return;
    }
    const addresses = matching(await datapath.forwardingDatabase(), digits);
    if (addresses.size > MATCHES_AT_MOST) {
      const message = say('More than {{max}} addresses match; enter more characters.', { max: MATCHES_AT_MOST });
      throw new Refusal(ErrorCode.wrongValue, message, place('fdbFilterMac'));
    }
    for (const address of addresses) await datapath.flush({ ...selection, address });
  },
});

function matching(entries: readonly ForwardingEntry[], digits: string): ReadonlySet<string> {
  const learned = entries.filter(
    ({ address, origin }) => origin === 'learned' && macDigits(address).startsWith(digits),
  );
  return new Set(learned.map(({ address }) => address));
}

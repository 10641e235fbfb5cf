import { putUint16, uint16At } from './addresses.ts';
import type { GroupRecord } from './membership-message.ts';

/** Position of the count of records in a report, and of the first one: the same in IGMPv3 and MLDv2. */
const COUNT = 6;
const FIRST = 8;
/** Octets of a record before its group. */
const BEFORE_GROUP = 4;

/** How a family writes its addresses. */
export interface RecordAddresses {
  /** Octets of one. */
  readonly length: number;
  at(octets: Uint8Array, offset: number): string;
  put(octets: Uint8Array, offset: number, address: string): void;
  isGroup(address: string): boolean;
}

/**
 * Reads the records of a report (RFC 3376 4.2, RFC 3810 5.2), those left out whose group is none. Undefined where a record
 * goes beyond the report.
 */
export function readGroupRecords(report: Uint8Array, addresses: RecordAddresses): GroupRecord[] | undefined {
  const records: GroupRecord[] = [];
  let at = FIRST;
  for (let left = uint16At(report, COUNT); left > 0; left -= 1) {
    const sources = uint16At(report, at + 2);
    const first = at + BEFORE_GROUP + addresses.length;
    const end = first + addresses.length * sources + 4 * (report[at + 1] ?? 0);
    if (end > report.length) return undefined;
    const group = addresses.at(report, at + BEFORE_GROUP);
    if (addresses.isGroup(group)) {
      const from = Array.from({ length: sources }, (_, place) =>
        addresses.at(report, first + addresses.length * place),
      );
      records.push({ type: report[at] ?? 0, group, sources: from });
    }
    at = end;
  }
  return records;
}

/** Writes a report of such records; its checksum is left to the caller. */
export function writeGroupRecords(
  type: number,
  records: readonly GroupRecord[],
  addresses: RecordAddresses,
): Uint8Array {
  const length = ({ sources }: GroupRecord) => BEFORE_GROUP + addresses.length * (1 + sources.length);
  const report = new Uint8Array(records.reduce((sum, record) => sum + length(record), FIRST));
  report[0] = type;
  putUint16(report, COUNT, records.length);
  let at = FIRST;
  for (const record of records) {
    report[at] = record.type;
    putUint16(report, at + 2, record.sources.length);
    for (const [place, address] of [record.group, ...record.sources].entries()) {
      addresses.put(report, at + BEFORE_GROUP + addresses.length * place, address);
    }
    at += length(record);
  }
  return report;
}

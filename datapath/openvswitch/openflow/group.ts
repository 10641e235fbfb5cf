import type { Action } from './action.ts';
import { writeActions } from './action-octets.ts';
import type { Field } from './field.ts';
import { equals, writeFields } from './match.ts';
import { type Message, MessageType } from './message.ts';
import { OctetWriter } from './octet-writer.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';

/**
 * One way out of a group, which is taken only while the link of `watchPort` is up, or ever where it has none. Its actions are of those that are alike
 * in all versions of OpenFlow: `load`, `move`, `resubmit` and the like.
 */
interface Bucket {
  readonly watchPort?: number;
  readonly actions: readonly Action[];
}

/** Chooses one of several ways (OpenFlow 1.4, 5.6): by a hash over fields, or the first whose link is up; or has but one. */
export type Group =
  | {
      readonly number: number;
      readonly type: 'select';
      /** Frames alike in these take the same way. */
      readonly hash: readonly Field[];
      readonly buckets: readonly Bucket[];
    }
  | { readonly number: number; readonly type: 'fastFailover' | 'indirect'; readonly buckets: readonly Bucket[] };

const NICIRA = 0x0000_2320;
const GROUP_MOD = 31;
const Command = { delete: 2, addOrModify: 0x8000 } as const;
const Type = { select: 1, indirect: 2, fastFailover: 3 } as const;
const EVERY_BUCKET = 0xffff_ffff;
const ANY_GROUP = 0xffff_ffff;
const ANY_PORT = 0xffff_ffff;
const BucketProperty = { weight: 0, watchPort: 1, watchGroup: 2 } as const;

/**
 * Makes or changes groups, and removes those of `without` together with the rules that name them; one after the other.
 * Over a connection of OpenFlow 1.0: only its messages say what a group hashes (Open vSwitch's NXT_GROUP_MOD, whose
 * body is that of OpenFlow 1.5), and bundles cannot hold them. Rejects with an OpenFlowError if the switch refuses one.
 */
export async function changeGroups(
  connection: OpenFlowConnection,
  groups: readonly Group[],
  without: readonly number[] = [],
): Promise<void> {
  const bodies = [...groups.map(setGroup), ...without.map(deleteGroup)];
  if (bodies.length === 0) return;
  const barrier = { type: MessageType.barrierRequest10, body: new Uint8Array(0) };
  await connection.ask([...bodies.map((body) => ({ type: MessageType.experimenter, body })), barrier], isBarrier);
}

function isBarrier({ type }: Message): boolean {
  return type === MessageType.barrierReply10;
}

function setGroup(group: Group): Uint8Array {
  const writer = begin(Command.addOrModify, Type[group.type], group.number);
  const start = writer.length;
  for (const [index, bucket] of group.buckets.entries()) writeBucket(writer, bucket, index, group.type);
  writer.patchUint16(LENGTH_AT, writer.length - start);
  if (group.type === 'select') writeHash(writer, group.hash);
  return writer.finish();
}

function deleteGroup(number: number): Uint8Array {
  return begin(Command.delete, Type.select, number).finish();
}

/** Position of the length of all buckets. */
const LENGTH_AT = 16;

function begin(command: number, type: number, number: number): OctetWriter {
  return new OctetWriter()
    .uint32(NICIRA)
    .uint32(GROUP_MOD)
    .uint16(command)
    .uint8(type)
    .zeros(1)
    .uint32(number)
    .uint16(0)
    .zeros(2)
    .uint32(EVERY_BUCKET);
}

function writeBucket(
  writer: OctetWriter,
  { watchPort = ANY_PORT, actions }: Bucket,
  index: number,
  type: Group['type'],
): void {
  const start = writer.length;
  writer.uint16(0).uint16(0).uint32(index);
  const actionsAt = writer.length;
  writeActions(writer, actions);
  writer.patchUint16(start + 2, writer.length - actionsAt);
  if (type === 'select') writer.uint16(BucketProperty.weight).uint16(8).uint16(1).zeros(2);
  writer.uint16(BucketProperty.watchPort).uint16(8).uint32(watchPort);
  writer.uint16(BucketProperty.watchGroup).uint16(8).uint32(ANY_GROUP);
  writer.patchUint16(start, writer.length - start);
}

const EXPERIMENTER_PROPERTY = 0xffff;
const NETRONOME = 0x0000_154d;
const SELECTION_METHOD = 1;
const METHOD_OCTETS = 16;

function writeHash(writer: OctetWriter, fields: readonly Field[]): void {
  const start = writer.length;
  const method = new Uint8Array(METHOD_OCTETS);
  method.set(Buffer.from('hash'));
  writer.uint16(EXPERIMENTER_PROPERTY).uint16(0).uint32(NETRONOME).uint32(SELECTION_METHOD).zeros(4);
  writer.octets(method).zeros(8);
  // The value of a field selects the bits of it that count.
  writeFields(
    writer,
    fields.map((field) => equals(field, (1n << BigInt(field.bits)) - 1n)),
  );
  writer.patchUint16(start + 2, writer.length - start).pad8(start);
}

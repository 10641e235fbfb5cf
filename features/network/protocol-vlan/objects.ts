import { accept } from '../../../model/schema/field.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { integer32 } from '../../../model/smi/syntax.ts';
import { trunkNumber } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

/** Profiles at most (docs/specification/network.md 0.6). */
const PROFILES = 16;

/** Bindings of profiles to ports at most (docs/specification/network.md 0.6). */
export const BINDINGS = 1024;

const digits = hex({
  label: 'Ether Type',
  access: 'create',
  minLength: 1,
  maxLength: 4,
  help: '1 to 4 hexadecimal digits: 0800 is IPv4, 0806 ARP, 86DD IPv6. Of LLC: DSAP and SSAP.',
});

/** Shorter values have zeros before them: 800 is 0800. */
const protocolValue: typeof digits = {
  ...digits,
  default: '0800',
  read(input) {
    const reading = digits.read(input);
    return reading.ok ? accept(reading.value.padStart(4, '0')) : reading;
  },
};

const profileId = (access: 'create' | 'rw') =>
  integer({
    label: 'Profile ID',
    access,
    help: 'Protocols with the same ID form a profile, which gets its VLAN per port.',
    min: 1,
    max: PROFILES,
    mib: access === 'create' ? { column: 1, isNotAccessible: true } : { column: 3 },
  });

/** Protocols, put together in profiles (docs/specification/network.md, "Protocol VLAN > Profile"; RFC 4363). */
export const dot1vProtocolGroupEntry = table('dot1vProtocolGroupEntry', {
  title: 'Protocol',
  page: '/Network/ProtocolVLAN/Profile',
  index: {
    dot1vProtocolTemplateFrameType: enumeration({
      label: 'Frame Type',
      access: 'create',
      choices: { ethernet: [1, 'Ethernet II'], rfc1042: [2, 'SNAP'], llcOther: [5, 'LLC'] },
      help: 'Place of the protocol: the EtherType, behind a SNAP header, or DSAP and SSAP of LLC.',
    }),
    dot1vProtocolTemplateProtocolValue: protocolValue,
  },
  columns: { dot1vProtocolGroupId: profileId('rw') },
  rows: { max: PROFILES },
  rowName: ({ dot1vProtocolGroupId, dot1vProtocolTemplateProtocolValue }) =>
    say('protocol {{value}} of profile {{profile}}', {
      value: dot1vProtocolTemplateProtocolValue,
      profile: dot1vProtocolGroupId,
    }),
  oid: '1.3.6.1.2.1.17.7.1.5.1.1',
  mib: { rowStatus: 4 },
});

/** Wire values of `dot1vProtocolTemplateFrameType` (RFC 4363; 3 and 4 are not offered). */
export const FrameType = dot1vProtocolGroupEntry.fields.dot1vProtocolTemplateFrameType.values;

/** The VLAN of a profile's frames at a port (docs/specification/network.md, "Protocol VLAN > Profile Interface"; RFC 4363). */
export const dot1vProtocolPortEntry = table('dot1vProtocolPortEntry', {
  title: 'Protocol VLAN',
  page: '/Network/ProtocolVLAN/ProfileInterface',
  index: {
    dot1dBasePort: port({ label: 'Port', access: 'create' }),
    dot1vProtocolPortGroupId: profileId('create'),
  },
  columns: {
    dot1vProtocolPortGroupVid: vlanId({
      label: 'VLAN ID',
      mib: { column: 2, syntax: integer32 },
      references: { table: dot1qVlanStaticEntry },
      help: 'Answers leave untagged only if the port is an untagged member of it.',
    }),
    protocolPortPriority: integer({
      label: 'Priority',
      min: 0,
      max: 7,
      help: '802.1p priority of untagged frames; tagged frames keep theirs.',
    }),
  },
  rows: { max: BINDINGS },
  rowName: ({ dot1dBasePort: port, dot1vProtocolPortGroupId: profile }) => {
    const trunk = trunkNumber(port);
    return trunk === undefined
      ? say('protocol profile {{profile}} at port {{port}}', { profile, port })
      : say('protocol profile {{profile}} at trunk {{trunk}}', { profile, trunk });
  },
  oid: '1.3.6.1.2.1.17.7.1.5.2.1',
  mib: { rowStatus: 3 },
  privateMib: { number: 81, columns: ['protocolPortPriority'] },
});

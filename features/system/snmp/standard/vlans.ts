import { group } from '../../../../model/schema/object.ts';
import type { StandardObject } from '../standard-object.ts';
import { digits, number, UNSEEN } from './columns.ts';

const dot1qFixed = group('dot1qFixed', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.17.7.1.4',
  fields: {
    dot1qVlanVersionNumber: number('1.3.6.1.2.1.17.7.1.1.1'),
    dot1qNextFreeLocalVlanIndex: number(4),
    dot1qConstraintSetDefault: number(9),
    dot1dDeviceCapabilities: digits('1.3.6.1.2.1.17.6.1.1.1'),
    dot1dGmrpStatus: number('1.3.6.1.2.1.17.6.1.1.3'),
  },
});

/**
 * Traffic classes; static entries for one port; independent and shared learning, one of them at a time; a PVID whose frames leave
 * untagged or tagged: the second, third, fourth, fifth and seventh of eight bits (RFC 4363 dot1dDeviceCapabilities).
 */
const CAPABILITIES = '7A';

/** Version 1 of IEEE 802.1Q, and EnabledStatus disabled. */
const [VERSION_1, DISABLED] = [1, 2];

/** The VLANs, as RFC 4363 has them beside what the pages show. */
export const vlanObjects: readonly StandardObject[] = [
  {
    object: dot1qFixed,
    rows: () => [
      {
        dot1qVlanVersionNumber: VERSION_1,
        // There are no VLANs only of this bridge.
        dot1qNextFreeLocalVlanIndex: 0,
        dot1qConstraintSetDefault: 0,
        dot1dDeviceCapabilities: CAPABILITIES,
        // GMRP is not spoken.
        dot1dGmrpStatus: DISABLED,
      },
    ],
  },
];

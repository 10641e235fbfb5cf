import { afterAll, beforeAll, describe } from 'vitest';
import { describeAccessControl, describeAccessRates } from './access-control.ts';
import { describeAttacks } from './attacks.ts';
import { describeAuthentication } from './authentication.ts';
import { Bench } from './bench.ts';
import { describeBlockedPorts } from './blocked-ports.ts';
import { describeCaptures } from './captures.ts';
import { describeClassification } from './classification.ts';
import { describeControlFrames } from './control-frames.ts';
import { describeDestinationFilter } from './destination-filter.ts';
import { describeFlush } from './flush.ts';
import { describeFrameLengths } from './frame-lengths.ts';
import { describeGroups } from './groups.ts';
import type { CreateHarness } from './harness.ts';
import { describeInnerTags } from './inner-tags.ts';
import { describeLearning } from './learning.ts';
import { describeMemberships } from './memberships.ts';
import { describeMirrorCopies } from './mirror-copies.ts';
import { describeMirroring } from './mirroring.ts';
import { describeMulticastVlans } from './multicast-vlans.ts';
import { describeOwnAddress } from './own-address.ts';
import { describeOwnInterface } from './own-interface.ts';
import { describePorts } from './port-behaviour.ts';
import { describePortSecurity } from './port-security.ts';
import { describePortStates } from './port-states.ts';
import { describePriorities } from './priorities.ts';
import { describePunts, describeTrunkPunts } from './punt-classes.ts';
import { describePuntRates } from './punt-rates.ts';
import { describeQueues } from './queues.ts';
import { describeRates } from './rates.ts';
import { describeResume } from './resume.ts';
import { describeRouting } from './routing.ts';
import { describeServiceTags } from './service-tags.ts';
import { describeStageOrder } from './stage-order.ts';
import { describeStaticAddresses } from './static-addresses.ts';
import { describeStationAccess } from './station-access.ts';
import { describeTrunks } from './trunks.ts';
import { describeVlans } from './vlans.ts';

const parts = {
  learning: describeLearning,
  'static addresses': describeStaticAddresses,
  VLANs: describeVlans,
  classification: describeClassification,
  'control frames': describeControlFrames,
  mirroring: describeMirroring,
  'mirror copies': describeMirrorCopies,
  captures: describeCaptures,
  ports: describePorts,
  'frame lengths': describeFrameLengths,
  "the switch's own interface": describeOwnInterface,
  'own address': describeOwnAddress,
  'access to the switch itself': describeStationAccess,
  routing: describeRouting,
  trunks: describeTrunks,
  groups: describeGroups,
  'multicast VLANs': describeMulticastVlans,
  'destination filter': describeDestinationFilter,
  'port security': describePortSecurity,
  attacks: describeAttacks,
  'access control': describeAccessControl,
  'rates of access rules': describeAccessRates,
  'port states': describePortStates,
  'blocked ports': describeBlockedPorts,
  authentication: describeAuthentication,
  'dynamic memberships': describeMemberships,
  'punt classes': describePunts,
  'punt classes of trunks': describeTrunkPunts,
  'rates of punt classes': describePuntRates,
  resume: describeResume,
  'flush by ports and VLANs': describeFlush,
  'order of stages': describeStageOrder,
  'service tags': describeServiceTags,
  'inner tags': describeInnerTags,
  'rates and storms': describeRates,
  priorities: describePriorities,
  queues: describeQueues,
} satisfies Readonly<Record<string, (bench: () => Bench) => void>>;

/** A part of the suite. */
export type ContractPart = keyof typeof parts;

/**
 * The behavior of every datapath, as a vitest suite: the same frames in, the same frames out. All scenarios run on one
 * harness, one after the other, so that each also shows that a plan replaces the one before. Parts in `without` are
 * left out: a model of a datapath cannot do all of them.
 */
export function describeDatapathContract(
  name: string,
  createHarness: CreateHarness,
  without: readonly ContractPart[] = [],
): void {
  describe(`${name} keeps the datapath contract:`, () => {
    let bench: Bench | undefined;
    const ready = () => {
      if (!bench) throw new Error('The harness did not start.');
      return bench;
    };
    beforeAll(async () => {
      bench = new Bench(await createHarness());
    });
    afterAll(async () => {
      await bench?.harness.close();
    });
    for (const [part, describePart] of Object.entries(parts)) {
      if (!without.some((name) => name === part)) describe(part, () => describePart(ready));
    }
  });
}

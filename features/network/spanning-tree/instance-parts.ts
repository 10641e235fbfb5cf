import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { ieee8021MstpCistEntry, ieee8021MstpEntry } from './mst-objects.ts';
import { dot1dStp } from './objects.ts';

/** Milliseconds between two reads. */
const poll = 5000;

export default [
  form(dot1dStp, {
    title: 'CIST (instance 0)',
    what: 'Bridge priority',
    fields: ['dot1dStpPriority'],
  }),
  facts(
    'CIST in this region',
    [
      fact(ieee8021MstpCistEntry, 'ieee8021MstpCistRegionalRootIdentifier'),
      fact(ieee8021MstpCistEntry, 'ieee8021MstpCistPathCost'),
      fact(dot1dStp, 'dot1dStpRootPort'),
      fact(dot1dStp, 'dot1dStpTopChanges'),
      fact(dot1dStp, 'dot1dStpTimeSinceTopologyChange'),
    ],
    { poll },
  ),
  list(ieee8021MstpEntry, {
    title: 'MST instances',
    filter: false,
    poll,
    empty: 'No instances: every VLAN is in the CIST.',
    modify: {
      title: ({ ieee8021MstpId }, t) => t('MST instance {{instance}}', { instance: ieee8021MstpId }),
      what: 'Modify MST instance',
      fields: ['ieee8021MstpBridgePriority'],
    },
    kept: false,
  }),
];

import { settingsPoll, useGroup } from '../../../console/call/use-reads.ts';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { translate } from '../../../console/translations/language.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatVlanList, VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';
import styles from './mst.module.css';
import { ieee8021MstpConfigIdEntry, ieee8021MstpVlanV2Entry, instancesOfVlans } from './mst-objects.ts';

const sure = () => ({ text: translate('The tree is rebuilt: ports do not forward until it has converged.') });

export default [
  form(ieee8021MstpConfigIdEntry, {
    title: 'Region',
    what: 'MST region',
    fields: [['ieee8021MstpConfigurationName', 'ieee8021MstpRevisionLevel'], Digest],
    sure,
  }),
  list(ieee8021MstpVlanV2Entry, {
    title: 'MST instances',
    filter: false,
    empty: 'No instances: every VLAN is in the CIST.',
    notice: RestInCist,
    add: { title: 'New MST instance', what: 'Add MST instance', button: 'Add MST instance' },
    modify: {
      title: ({ ieee8021MstpId }, t) => t('MST instance {{instance}}', { instance: ieee8021MstpId }),
      what: 'Modify MST instance',
    },
    sure,
    deleteAll: true,
  }),
];

/** The digest that two bridges compare to recognize a common region. */
function Digest() {
  const t = useText();
  const { data } = useGroup(ieee8021MstpConfigIdEntry, { poll: settingsPoll });
  const digest = <code className={styles.digest}>{data?.ieee8021MstpConfigurationDigest}</code>;
  const { label } = ieee8021MstpConfigIdEntry.fields.ieee8021MstpConfigurationDigest;
  return <FactList facts={[{ name: t(label), value: data && digest }]} />;
}

/** The row of the CIST: what no instance has. */
function RestInCist({ rows = [] }: { readonly rows?: readonly RowOf<typeof ieee8021MstpVlanV2Entry>[] | undefined }) {
  const t = useText();
  const taken = instancesOfVlans(rows);
  const rest = Array.from({ length: VLAN_ID_MAXIMUM }, (_, at) => at + 1).filter((vlan) => !taken.has(vlan));
  return <Notice>{t('CIST (0): VLANs {{vlans}}', { vlans: formatVlanList(rest) })}</Notice>;
}

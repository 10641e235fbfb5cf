import { useState } from 'react';
import { emptyFor } from '../../../console/controls/empty-for.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { Value } from '../../../model/wire/call.ts';
import styles from './acl.module.css';
import type { RuleRow } from './conditions.ts';
import { FrameTrace, messageOf } from './FrameTrace.tsx';
import { RuleList } from './RuleList.tsx';
import { type AclNow, useAcl } from './use-acl.ts';

const ANY = 0;
const any = { fixed: [ANY], default: ANY } as const;
const anyNumber = emptyFor(ANY, 'Any');

/** Search criteria for rules; 0 and nothing mean any. */
const criteria = {
  profile: integer({ label: 'Profile ID', min: 1, max: 50, ...any }),
  rule: integer({ label: 'Access ID', min: 1, max: 65_535, ...any }),
  place: integer({ label: 'Policy Index', min: 1, max: 65_535, ...any }),
  ports: portList({ label: 'Ports' }),
  type: enumeration({
    label: 'ACL Type',
    choices: { 0: 'Any', 1: 'Ethernet', 2: 'IPv4', 3: 'IPv6', 4: 'Packet content' },
  }),
  action: enumeration({ label: 'Action', choices: { 0: 'Any', 1: 'Permit', 2: 'Deny', 3: 'Mirror' } }),
  state: enumeration({ label: 'State', choices: { 0: 'Any', 1: 'Active', 2: 'Inactive', 3: 'Expiring' } }),
} as const;

/** Contents of one row of boxes; the ports are below it. */
const boxes = ['profile', 'rule', 'place', 'type', 'action', 'state'] as const;

type Criteria = Readonly<Record<keyof typeof criteria, Value>>;
const nothing: Criteria = { profile: ANY, rule: ANY, place: ANY, ports: '', type: ANY, action: ANY, state: ANY };

/** Security > ACL > Finder: rules over all profiles, and what becomes of a frame (docs/specification/security.md). */
export default function Finder() {
  const t = useText();
  const now = useAcl();
  const [wanted, setWanted] = useState(nothing);
  const criterion = (name: keyof typeof criteria) => (
    <PlainField
      key={name}
      field={criteria[name]}
      wide={name === 'ports'}
      {...(criteria[name].kind === 'integer' && { control: anyNumber })}
      value={wanted[name]}
      onChange={(value) => setWanted((present) => ({ ...present, [name]: value }))}
      message={messageOf(criteria[name], wanted[name], t)}
    />
  );
  return (
    <Page actions={<RefreshButton />}>
      <FrameTrace now={now} />
      <Card title={t('Find rules')}>
        <div className={styles.filters}>{boxes.map(criterion)}</div>
        <div className={styles.below}>{criterion('ports')}</div>
        <div className={styles.buttons}>
          <Button onClick={() => setWanted(nothing)}>{t('Reset')}</Button>
        </div>
      </Card>
      <Card title={t('Rules found')}>
        {now && <RuleList now={now} rules={found(now, wanted)} empty={t('No matching rule.')} />}
      </Card>
    </Page>
  );
}

/** The rules that fit every criterion, in the order that they are asked in. */
function found({ profiles, rules }: AclNow, wanted: Criteria): readonly RuleRow[] {
  const is = (value: Value, present: number) => Number(value) === ANY || Number(value) === present;
  const ports = parsePortList(String(wanted.ports)) ?? NO_PORTS;
  return rules.filter(
    (rule) =>
      is(wanted.profile, rule.aclProfileId) &&
      is(wanted.rule, rule.aclRuleId) &&
      is(wanted.place, rule.aclRulePolicyIndex) &&
      is(wanted.type, profiles.get(rule.aclProfileId)?.aclProfileType ?? ANY) &&
      is(wanted.action, rule.aclRuleAction) &&
      is(wanted.state, rule.aclRuleStatus) &&
      (ports === NO_PORTS || ((parsePortList(rule.aclRulePorts) ?? NO_PORTS) & ports) !== 0n),
  );
}

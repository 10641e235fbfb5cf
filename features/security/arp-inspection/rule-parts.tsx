import { useState } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { DeclaredFields } from '../../../console/page/DeclaredFields.tsx';
import { EntryGone } from '../../../console/page/EntryGone.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate, useSearchParams } from '../../../console/router/router-context.ts';
import { AddButton } from '../../../console/table/AddButton.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { arpAclEntry, arpAclRuleEntry, RULES_OF_LIST, SenderWay } from './acl-objects.ts';
import { listsPath } from './paths.ts';

type Row = RowOf<typeof arpAclRuleEntry>;

export default [Rules];

/** The rules of the list that the page's address names. */
function Rules() {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const name = search.get('name') ?? '';
  const { data: lists } = useRows(arpAclEntry);
  const { data: all } = useRows(arpAclRuleEntry);
  const [adding, setAdding] = useState(false);
  if (name === '') return <Navigate to={listsPath} replace />;
  const back = () => void navigate(listsPath);
  if (lists && !lists.some(({ arpAclName }) => arpAclName === name)) return <EntryGone onBack={back} />;
  const rules = all?.filter(({ arpAclName }) => arpAclName === name);
  const next = freeIndex(rules ?? []);
  return (
    <>
      <PageActions>
        <Button onClick={back}>{t('Back')}</Button>
      </PageActions>
      {next === undefined ? (
        <Notice>{t('List is full.')}</Notice>
      ) : (
        adding && (
          <CreateForm
            object={arpAclRuleEntry}
            initial={{ arpAclName: name, arpAclRuleIndex: next }}
            title={t('New rule of {{name}}', { name })}
            what="Add rule of an ARP access list"
            onApplied={() => setAdding(false)}
            onCancel={() => setAdding(false)}
          >
            <DeclaredFields
              fields={[
                ['arpAclRuleIndex', 'arpAclRuleAction'],
                ['arpAclRuleIpType', 'arpAclRuleIp', 'arpAclRuleIpMask'],
                ['arpAclRuleMacType', 'arpAclRuleMac', 'arpAclRuleMacMask'],
              ]}
            />
          </CreateForm>
        )
      )}
      <ObjectTable
        object={arpAclRuleEntry}
        rows={rules}
        title={t('Rules of {{name}}', { name })}
        filter={false}
        columns={[
          'arpAclRuleIndex',
          'arpAclRuleAction',
          { name: 'arpAclRuleIpType', title: 'Sender IP', text: (row) => senderAddress(row) ?? t('Any') },
          { name: 'arpAclRuleMacType', title: 'Sender MAC', text: (row) => senderMac(row) ?? t('Any') },
        ]}
        empty={t('No rules yet.')}
        addButton={
          next !== undefined && <AddButton words={t('Add rule')} open={adding} onPress={() => setAdding(!adding)} />
        }
        count={(total) => t('{{total}} of {{maximum}}', { total, maximum: RULES_OF_LIST })}
      />
    </>
  );
}

function senderAddress({ arpAclRuleIpType, arpAclRuleIp, arpAclRuleIpMask }: Row): string | undefined {
  if (arpAclRuleIpType === SenderWay.any) return undefined;
  return arpAclRuleIpType === SenderWay.mask ? `${arpAclRuleIp} / ${arpAclRuleIpMask}` : arpAclRuleIp;
}

function senderMac({ arpAclRuleMacType, arpAclRuleMac, arpAclRuleMacMask }: Row): string | undefined {
  if (arpAclRuleMacType === SenderWay.any) return undefined;
  return arpAclRuleMacType === SenderWay.mask ? `${arpAclRuleMac} / ${arpAclRuleMacMask}` : arpAclRuleMac;
}

/** The number behind the last rule, or where that is taken the first that is free; undefined where none is. */
function freeIndex(rules: readonly Row[]): number | undefined {
  const taken = new Set(rules.map(({ arpAclRuleIndex }) => arpAclRuleIndex));
  const behind = Math.max(0, ...taken) + 1;
  if (behind <= RULES_OF_LIST) return behind;
  return Array.from({ length: RULES_OF_LIST }, (_, at) => at + 1).find((index) => !taken.has(index));
}

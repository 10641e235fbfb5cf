import type { TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { Card } from '../elements/Card.tsx';
import { useMenu } from '../navigation/MenuContext.tsx';
import { useText } from '../translations/use-text.ts';
import { UsageList, useUsage } from './UsageList.tsx';

interface UsageCardProps {
  readonly object: TableObject;
  /** The index columns of the row. */
  readonly index: Values;
}

/** Where a row is used, below its form; nothing where it is not. */
export default function UsageCard({ object, index }: UsageCardProps) {
  const t = useText();
  const usage = useUsage(object, index);
  const { entries } = useMenu();
  if (!usage || usage.length === 0) return null;
  return (
    <Card title={t('Uses of this entry')}>
      <UsageList usage={usage} entries={entries} />
    </Card>
  );
}

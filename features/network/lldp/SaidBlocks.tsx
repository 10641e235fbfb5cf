import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { Fields } from '../../../model/schema/field.ts';
import type { Values } from '../../../model/wire/call.ts';
import { type Block, saidIn } from './said.ts';

interface SaidBlocksProps {
  readonly blocks: readonly Block[];
  readonly fields: Fields;
  /** Prefix of each column's name in its table. */
  readonly prefix: string;
  readonly row: Values;
  /** Titles of blocks that are not sent now. */
  readonly unsent?: ReadonlySet<string>;
}

/** Contents of an LLDPDU, a card for each block. */
export function SaidBlocks({ blocks, fields, prefix, row, unsent }: SaidBlocksProps) {
  const t = useText();
  return blocks.map(({ title, columns }) => (
    <Card key={title} title={t(title)} beside={unsent?.has(title) && <Tag>{t('not sent')}</Tag>}>
      <FactList facts={columns.map((column) => saidIn(t, fields, `${prefix}${column}`, row))} />
    </Card>
  ));
}

import { useText } from '../../console/translations/use-text.ts';
import { abbreviateNumber, withDecimalMark } from '../../model/values/number-words.ts';

/** A counter in short, exact on hover (docs/specification/product.md 9); empty where the switch does not count it. */
export function Count({ value }: { value: string }) {
  const t = useText();
  if (value === '') return <span title={t('Not counted by the hardware.')}>–</span>;
  return <span title={value}>{withDecimalMark(abbreviateNumber(BigInt(value)), t)}</span>;
}

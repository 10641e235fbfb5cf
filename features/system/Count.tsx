import { useText } from '../../console/translations/use-text.ts';
import { abbreviateNumber, withDecimalMark } from '../../model/values/number-words.ts';

/** A counter in short, exact on hover (specification section 9). */
export function Count({ value }: { value: string }) {
  const t = useText();
  return <span title={value}>{withDecimalMark(abbreviateNumber(BigInt(value)), t)}</span>;
}

import { abbreviateNumber } from '../../../model/values/number-words.ts';

/** A counter in short, exact on hover (specification section 9). */
export function Count({ value }: { value: string }) {
  return <span title={value}>{abbreviateNumber(BigInt(value))}</span>;
}

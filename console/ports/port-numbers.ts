import { device } from '../boot/device.ts';

let numbers: readonly number[] = [];

/** The ports of this switch, 1 to `Port_num`. */
export function portNumbers(): readonly number[] {
  const count = device().Port_num;
  if (numbers.length !== count) numbers = Array.from({ length: count }, (_, index) => index + 1);
  return numbers;
}

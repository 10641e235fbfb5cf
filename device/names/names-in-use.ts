import type { AccessContribution } from '../contribution.ts';
import type { AccountSource } from '../sessions/account-source.ts';
import { hostNameOf } from './host-name.ts';

/** The names that the switch answers to: the system name and the host name made of it, with and without the domain. */
export function namesInUse({ namedBy, systemName, domain }: AccountSource): AccessContribution {
  return {
    reads: namedBy,
    compile(configuration, hardware) {
      const name = systemName(configuration);
      const own = [name, hostNameOf(name, hardware)].filter((one) => one !== '');
      const inside = domain(configuration);
      const all = inside === '' ? own : [...own, ...own.map((one) => `${one}.${inside}`)];
      return { names: new Map(all.map((one) => [one.toLowerCase(), true])) };
    },
  };
}

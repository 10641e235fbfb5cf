import type { Sure } from '../console/call/guarded.ts';
import { dryRun, unpoweredIn } from '../console/call/try-out.ts';
import { together } from '../console/call/use-apply.ts';
import { translate } from '../console/translations/language.ts';
import { parsePortList, portsOf } from '../model/values/port-list.ts';
import type { ObjectCall } from '../model/wire/call.ts';

/**
 * The question before devices lose their power by the calls: it names their ports, which the device lists. Its refusals are shown when the
 * calls are applied.
 */
export async function sureOfPower(calls: readonly ObjectCall[]): Promise<Sure> {
  const ports = await dryRun(together(calls)).then(unpoweredIn, () => '');
  const losing = portsOf(parsePortList(ports) ?? 0n);
  if (losing.length === 0) return true;
  return {
    text:
      losing.length === 1
        ? translate('The device on port {{port}} loses its power. Apply anyway?', { port: ports })
        : translate('The devices on ports {{ports}} lose their power. Apply anyway?', { ports }),
  };
}

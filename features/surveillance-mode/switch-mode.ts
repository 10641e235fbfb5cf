import { call } from '../../console/call/call.ts';
import { callGuarded } from '../../console/call/guarded-call.ts';
import { get, setGroup } from '../../console/call/object-calls.ts';
import { report } from '../../console/call/report.ts';
import { loadAt } from '../../console/session/login-page.ts';
import { session } from '../../console/session/session.ts';
import { translate } from '../../console/translations/language.ts';
import { aSVModePreview, aSVViewMode } from './objects.ts';

/**
 * Switches between the Standard Mode and the Surveillance Mode (docs/specification/product.md 4): asks before enabling
 * features, changes the device, sets the ASV flag, and reloads the console, by default at its dashboard.
 */
export async function switchMode(mode: 'standard' | 'surveillance', path = '/'): Promise<void> {
  const surveillance = mode === 'surveillance';
  try {
    const change = setGroup(aSVViewMode, { sysWebViewMode: surveillance ? 2 : 1 });
    const question = surveillance && { text: translate(confirmation), detail: await preview() };
    const accepted = question ? await (await import('../../console/call/asked-call.ts')).askOnce(change, question) : '';
    if (accepted === undefined) return;
    const { applied } = await callGuarded(change, { accepted });
    if (!applied) return;
  } catch (failure) {
    report(failure);
    return;
  }
  session.surveillance = surveillance;
  loadAt(path);
}

const confirmation =
  'In the Surveillance Mode ASV2.0, LBD, SNMP and SNMP traps become globally enabled and syslog is enabled. Are you sure you want to change to the Surveillance Mode?';

/** One line for each list of ports that the mode changes or skips; the member of a trunk cannot have what the mode enables. */
async function preview(): Promise<string> {
  const ports = await call(get(aSVModePreview));
  return Object.entries(aSVModePreview.fields)
    .flatMap(([column, { label }]) => {
      const list = Reflect.get(Object(ports), column);
      return list ? [`${translate(label)}: ${list}`] : [];
    })
    .join('\n');
}

import type { Value } from '../../model/wire/call.ts';
import { warn } from '../feedback/dialogs.ts';
import { whileBlocked } from '../feedback/indicator.ts';
import { toast } from '../feedback/toast.ts';
import { translate } from '../translations/language.ts';
import { call } from './call.ts';
import { failureText } from './failure.ts';
import { reportPoll } from './report.ts';

/** Milliseconds before the first look at the status and between two looks (docs/specification/product.md 9). */
const statusPause = 1000;
/** Milliseconds after which a save that reports no end has failed. */
const patience = 120_000;

/** `configOper`: write the running configuration. */
const operationSave = 3;

/**
 * Saves the running configuration to flash, as docs/specification/product.md 4 has it: into the start-up configuration (or
 * `slot`), behind a blocking indicator, with the result said in words. Answers whether it is saved; never rejects.
 */
export async function saveToFlash(slot?: 1 | 2): Promise<boolean> {
  let reason = '';
  const saved = await whileBlocked(translate('Save Settings to Flash'), async () => {
    try {
      const target = slot ?? Number(columnOf(await sysConfig('CommonGet'), 'configCurrStartUpConfigID'));
      await sysConfig('CommonSet', { configOperConfigID: target === 2 ? 2 : 1, configOper: operationSave });
      return await hasSucceeded(Date.now() + patience);
    } catch (failure) {
      // The end of the session has its own way out; everything else is the failure message below.
      reportPoll(failure);
      reason = failureText(failure, translate);
      return false;
    }
  });
  if (saved) toast(translate('Save configuration finished.'));
  else void warn(translate('Save configuration failure.'), reason);
  return saved;
}

/** Looks at the status every second: '1' success, '2' failure, anything else is still under way. */
async function hasSucceeded(deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, statusPause));
    const status = String(columnOf(await sysConfig('CommonGet'), 'configOperStatus'));
    if (status === '1') return true;
    if (status === '2') return false;
  }
  return false;
}

function sysConfig(method: 'CommonGet' | 'CommonSet', columns: Readonly<Record<string, Value>> = {}): Promise<unknown> {
  return call({ method, params: { Template: 'sysConfig', ...columns } });
}

function columnOf(values: unknown, column: string): unknown {
  if (typeof values !== 'object' || values === null) throw new Error('The device answered no values of sysConfig.');
  return Object.getOwnPropertyDescriptor(values, column)?.value;
}

import type { DeviceGlobals } from '../../model/wire/endpoints.ts';

/** Assumptions about a device whose page contains no globals. */
const unknownDevice: DeviceGlobals = {
  modelName: 'Switch',
  Port_num: 28,
  maxVlanId: 4094,
  cloudConnect: 0,
  closedModules: {},
  disabledModules: {},
  lacking: [],
  webVersion: '',
};

let known: { readonly text: string; readonly globals: DeviceGlobals } | undefined;

/** The globals that the device put into its page; parsed once. */
export function device(): DeviceGlobals {
  const text = document.getElementById('device')?.textContent ?? '';
  if (known?.text !== text) known = { text, globals: readDevice(text) };
  return known.globals;
}

/**
 * Reads the text of the globals' script element. Values that are missing or of the wrong type are as for an unknown
 * device.
 */
export function readDevice(text: string): DeviceGlobals {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return unknownDevice;
  }
  if (typeof given !== 'object' || given === null) return unknownDevice;
  const values = new Map<string, unknown>(Object.entries(given));
  const textOf = (name: 'modelName' | 'webVersion') => {
    const value = values.get(name);
    return typeof value === 'string' ? value : unknownDevice[name];
  };
  const numberOf = (name: 'Port_num' | 'maxVlanId') => {
    const value = Number(values.get(name));
    return Number.isInteger(value) && value > 0 ? value : unknownDevice[name];
  };
  return {
    modelName: textOf('modelName'),
    Port_num: numberOf('Port_num'),
    maxVlanId: numberOf('maxVlanId'),
    // Defined or not is what counts.
    ...(values.get('cloudMode') !== undefined && values.get('cloudMode') !== null && { cloudMode: 1 }),
    cloudConnect: Number(values.get('cloudConnect')) === 1 ? 1 : 0,
    ...(values.get('throughCloud') === 1 && { throughCloud: 1 }),
    ...(values.get('viewMode') === 2 && { viewMode: 2 }),
    closedModules: closedTitles(values.get('closedModules')),
    disabledModules: closedTitles(values.get('disabledModules')),
    lacking: capabilities(values.get('lacking')),
    webVersion: textOf('webVersion'),
  };
}

/** Names that no page needs do no harm. */
function capabilities(given: unknown): DeviceGlobals['lacking'] {
  return Array.isArray(given) ? given : [];
}

/** Only titles marked 0 are closed. */
function closedTitles(given: unknown): Readonly<Record<string, 0>> {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, mark]) => Number(mark) === 0)
      .map(([title]): [string, 0] => [title, 0]),
  );
}

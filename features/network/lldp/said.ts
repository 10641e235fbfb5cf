import type { Field, Fields } from '../../../model/schema/field.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import type { Translate } from '../../../model/values/translate.ts';
import type { Values } from '../../../model/wire/call.ts';
import { mauName } from './mau.ts';

/** Columns under a heading, by their names without the prefix of their table. */
export interface Block {
  /** Source text. */
  readonly title: string;
  readonly columns: readonly string[];
}

/** Contents of an LLDPDU besides its sender's identifiers, in the order of the standards. */
export const extensionBlocks: readonly Block[] = [
  { title: 'VLANs (802.1)', columns: ['PortVlanId', 'VlanNames', 'ProtoVlans', 'Protocols'] },
  {
    title: 'Link (802.3)',
    columns: [
      'AutoNegSupported',
      'AutoNegEnabled',
      'AutoNegAdvertised',
      'OperMauType',
      'LinkAggCapable',
      'LinkAggEnabled',
      'LinkAggPortId',
      'MaxFrameSize',
      'PowerPortClass',
      'PowerMDISupported',
      'PowerMDIEnabled',
      'PowerPairControlable',
      'PowerPairs',
      'PowerClass',
    ],
  },
  {
    title: 'LLDP-MED',
    columns: [
      'DeviceClass',
      'MedCapabilities',
      'Policies',
      'Location',
      'XPoEPower',
      'HardwareRev',
      'FirmwareRev',
      'SoftwareRev',
      'SerialNum',
      'MfgName',
      'ModelName',
      'AssetID',
    ],
  },
];

const capabilityWords: Readonly<Record<string, string>> = {
  other: 'Other',
  repeater: 'Repeater',
  bridge: 'Bridge',
  wlanAccessPoint: 'WLAN access point',
  router: 'Router',
  telephone: 'Telephone',
  docsisCableDevice: 'DOCSIS cable device',
  stationOnly: 'Station only',
  capabilities: 'Capabilities',
  networkPolicy: 'Network Policy',
  location: 'Location',
  extendedPse: 'Extended PSE Power',
  extendedPd: 'Extended PD Power',
  inventory: 'Inventory',
};

/** Names of bits, separated by commas, in words. */
export function capabilitiesInWords(t: Translate, names: unknown): string {
  return String(names ?? '')
    .split(',')
    .filter((name) => name !== '')
    .map((name) => t(capabilityWords[name] ?? name))
    .join(', ');
}

/** A column's name and value in words; the value is "" where nothing was said. */
export function saidIn(t: Translate, fields: Fields, column: string, row: Values): { name: string; value: string } {
  const field: Field | undefined = fields[column];
  if (!field) throw new Error(`There is no column ${column}.`);
  const value = row[column];
  return { name: t(field.label), value: wordsFor(t, field, column, value ?? field.default) };
}

function wordsFor(t: Translate, field: Field, column: string, value: Values[string]): string {
  if (/SysCap|MedCapabilities/.test(column)) return capabilitiesInWords(t, value);
  const text = valueText(t, field, value);
  if (column.endsWith('OperMauType')) return mauName(Number(value)) ?? text;
  return field.unit !== undefined && text !== '–' ? `${text} ${t(field.unit)}` : text;
}

import { draftKey, type FormPart } from '../../console/form/form-part.ts';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { host } from '../../model/schema/kinds/host.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../model/schema/kinds/ipv4-mask.ts';
import { newPassword, password } from '../../model/schema/kinds/password.ts';
import { alphanumeric, text } from '../../model/schema/kinds/text.ts';
import { group } from '../../model/schema/object.ts';
import { UTC_ZONE } from '../../model/values/time-zone.ts';
import type { Values } from '../../model/wire/call.ts';
import { sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { dnsResolverCtrl } from '../system/dns/objects.ts';
import { system } from '../system/system-management/objects.ts';
import { zonesByCity } from './zones.ts';

/**
 * Entries of the wizard's steps (docs/specification/product.md 3, "setup wizard fields"). They are kept in the browser
 * and never sent under this name: the last step writes each value to its place.
 */
export const wizardEntries = group('wizardEntries', {
  title: 'Setup wizard',
  fields: {
    setup: enumeration({ label: 'Ignore the wizard next time', choices: { 0: 'No', 1: 'Yes' }, default: 0 }),
    sysName: system.fields.sysName,
    username: text({ label: 'User name', minLength: 5, maxLength: 32, characters: alphanumeric }),
    currentPassword: password({ label: 'Current password', optional: true }),
    password: newPassword({
      label: 'New password',
      optional: true,
      help: '8 to 128 printable characters, including blanks.',
    }),
    confirmPassword: password({ label: 'Confirm password', optional: true }),
    switchManagement: enumeration({
      label: 'Management',
      choices: { cloud: [1, 'Cloud'], local: [2, 'Local'] },
      default: 2,
    }),
    index: enumeration({ label: 'Time zone', choices: zonesByCity, default: UTC_ZONE }),
    daylightSaving: enumeration({
      label: 'Daylight saving',
      choices: { none: [1, 'None'], computer: [2, 'As on this computer'], kept: [3, 'As set on the switch'] },
      default: 1,
    }),
    sysTimeSource: enumeration({ label: 'Clock source', choices: { 1: 'SNTP', 2: 'Local time' }, default: 2 }),
    sysTimeSntpServer1: host({ label: 'Time server', maxLength: 64, optional: true }),
    year: integer({ label: 'Year', min: 2000, max: 2037 }),
    month: integer({ label: 'Month', min: 1, max: 12 }),
    day: integer({ label: 'Day', min: 1, max: 31 }),
    hour: integer({ label: 'Hour', min: 0, max: 23, controlMax: 24 }),
    minute: integer({ label: 'Minute', min: 0, max: 59, controlMax: 60 }),
    second: integer({ label: 'Second', min: 0, max: 59, controlMax: 60 }),
    ipAddrCfgMode: enumeration({ label: 'Get IP from', choices: { 1: 'Manual', 2: 'DHCP' } }),
    ip: ipv4({ label: 'IP address' }),
    mask: ipv4Mask({ label: 'Subnet mask', minPrefix: 1, maxPrefix: 31 }),
    gateway: ipv4({ label: 'Default gateway', optional: true }),
    dns: ipv4({ label: 'DNS server', optional: true }),
    dnsOrigin: dnsResolverCtrl.fields.dnsOrigin,
    dnsSecondary: ipv4({ label: 'Secondary DNS server', optional: true }),
    cloudFingerprint: sysCloudCtrl.fields.systemCloudFingerprint,
    cloudAccount: sysCloudCtrl.fields.systemCloudAccount,
  },
});

/** Values of `switchManagement`. */
export const Management = wizardEntries.fields.switchManagement.values;

/** Values of `daylightSaving`. */
export const Saving = wizardEntries.fields.daylightSaving.values;

/** The entries as the part of a step's form; `values` are those it starts with. */
export const entriesPart = (values?: Values): FormPart => ({ object: wizardEntries, values });

/** The name of an entry in the draft of a step's form. */
export const entryKey = (field: string): string => draftKey(entriesPart(), field);

import { type DeviceFeature, operation } from '../../device/feature.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { managementGuard } from '../save/guard-objects.ts';
import { ConfigOperation, sysConfig } from '../save/objects.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import { sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { dnsResolverCtrl, dnsServerEntry } from '../system/dns/objects.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { sysSystemCtrl, system } from '../system/system-management/objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import { sysTimeSntpServerEntry } from '../system/system-time/sntp-server-objects.ts';
import { sysWizard } from './objects.ts';

/** Lets the wizard's browser follow the device to another address (docs/specification/protocol.md, "Wizard hand-over"). */
const handOver = operation(sysWizard, {
  operate({ sessions }, { values, caller }) {
    if (values.wizardHandOver === TruthValue.yes && caller.session !== undefined)
      sessions.offerHandOver(caller.session);
  },
});

/**
 * The steps' objects for reading and writing. The account asks for its password with every change, which a ticket is
 * not.
 */
const written = new Set(
  [
    sysWizard,
    sysUserEntry,
    sysTimeCtrl,
    sysTimeSntpServerEntry,
    ipv4InterfaceEntry,
    ipDefaultRouter,
    dnsResolverCtrl,
    dnsServerEntry,
    sysCloudCtrl,
    sysSystemCtrl,
    system,
    managementGuard,
  ].map(({ name }): string => name),
);

/** The device's part of the setup wizard. */
export const wizard: DeviceFeature = {
  objects: [sysWizard],
  operations: [handOver],
  allowsInSetup: ({ params }) =>
    written.has(params.Template) ||
    (params.Template === sysConfig.name && (params.configOper ?? ConfigOperation.save) === ConfigOperation.save),
};

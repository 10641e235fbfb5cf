import { formatCloudPlace } from '../../../device/cloud/cloud-place.ts';
import { cloudBond } from '../../../device/cloud/ownership.ts';
import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { liveDefaults } from '../../../device/live-defaults.ts';
import { Severity } from '../../../device/log/log.ts';
import { callerName } from '../../../device/management.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { serialNumber } from '../../../model/hardware/hardware.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { formatMessage, say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { connectState } from '../../../protocols/cloud/connection.ts';
import { cfgTransferCtrl } from '../../tools/config-backup-restore/objects.ts';
import { sysWizard } from '../../wizard/objects.ts';
import { sysUserEntry } from '../administration/objects.ts';
import { checkCurrentPassword } from '../current-password.ts';
import { dnsHostEntry, dnsResolverCtrl, dnsServerEntry } from '../dns/objects.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { awaitsSetup } from './awaits-setup.ts';
import { checksOf } from './checks.ts';
import { keepCloudSettings } from './keep-settings.ts';
import { CloudOwner, sysCloudCtrl } from './objects.ts';
import { cloudConnection, cloudIdentity, cloudSignIn } from './slots.ts';

const service: Service = {
  name: 'cloud',
  reads: [sysCloudCtrl, sysWizard, dnsResolverCtrl, dnsServerEntry, dnsHostEntry],
  wanted: (configuration) => configuration.group(sysCloudCtrl).systemCloudState === Status.enabled,
  start: async (context) =>
    context.cloud ? (await import('./cloud-client.ts')).startCloudClient(context) : { changed() {} },
};

const placeOf = (column: keyof typeof sysCloudCtrl.fields) => placeIn(sysCloudCtrl, undefined, column);

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Turning the cloud on and off, and signing in to it. */
const settings = operation(sysCloudCtrl, {
  takesControl: ({ systemCloudState }) => systemCloudState === Status.disabled,
  // The owner of the cloud account can set everything. The setup wizard's user has just logged in.
  grantsAccess: ({ values }, { flash }) => values.systemCloudState !== Status.disabled && !flash.isDefault(),
  async prepare(context, { values, caller }: CallersRequest) {
    const present = context.configuration().group(sysCloudCtrl);
    const wanted = { ...present, ...values };
    if (wanted.systemCloudState === Status.enabled && !context.cloud) {
      const message = say('This switch was started without a cloud.');
      throw new Refusal(ErrorCode.inconsistentValue, message, placeOf('systemCloudState'));
    }
    if (text(values.systemCloudPassword) !== '' && wanted.systemCloudAccount === '') {
      const message = say('{{label}} must be filled in.', { label: say('Account') });
      throw new Refusal(ErrorCode.wrongValue, message, placeOf('systemCloudAccount'));
    }
    if (wanted.systemCloudState === Status.disabled && context.slots.get(cloudBond).owns) {
      const [account] = context.configuration().rows(sysUserEntry);
      await checkCurrentPassword(
        context,
        caller,
        values.systemCloudOwnPassword,
        account?.sysUserPasswordHash ?? '',
        placeOf('systemCloudOwnPassword'),
      );
    }
    return values;
  },
  async operate(context, { values, caller }) {
    const password = text(values.systemCloudPassword);
    const { systemCloudAccount: account, systemCloudState } = context.configuration().group(sysCloudCtrl);
    if (systemCloudState === Status.enabled) {
      if (password !== '') context.slots.update(cloudSignIn, () => ({ account, password }));
      return;
    }
    if (values.systemCloudState === Status.disabled && context.slots.get(cloudIdentity)?.owned) {
      const { release } = await import('./identity.ts');
      await release(context);
      await keepCloudSettings(context);
      context.log.write(
        Severity.notice,
        say('{{who}} took local control; the cloud no longer manages the switch.', { who: callerName(caller) }),
      );
    }
  },
});

/** A restore would replace what the cloud decides at one go; the cloud's own is taken back where it cuts the switch off. */
const noRestore = operation(cfgTransferCtrl, {
  async prepare({ slots }, { values, caller }) {
    if (slots.get(cloudBond).owns && values.cfgConfirm !== undefined && caller.access !== 'cloud') {
      const message = say('The cloud manages this switch. Take local control on Cloud Settings before a restore.');
      throw new Refusal(ErrorCode.notWritable, message, placeIn(cfgTransferCtrl, undefined, 'cfgConfirm'));
    }
    return values;
  },
});

/** Cheap except for the claim code of a switch that was not looked at yet: the top bar asks every three seconds. */
async function state(context: DeviceContext): Promise<LiveOf<typeof sysCloudCtrl>> {
  const { slots, clock, cloud, configuration } = context;
  if (!cloud) return liveDefaults(sysCloudCtrl);
  const { identityOf, claimCodeOf } = await import('./identity.ts');
  const identity = await identityOf(context);
  const { standing, reason, hasGateway, since } = slots.get(cloudConnection);
  return {
    systemCloudConnectState: connectState(standing, clock.now()),
    systemCloudServer: formatCloudPlace(cloud),
    systemCloudDeviceId: serialNumber(context.hardware),
    systemCloudClaimCode: claimCodeOf(identity),
    systemCloudOwner: slots.get(cloudBond).owns ? CloudOwner.cloud : CloudOwner.local,
    systemCloudAwaitsSetup: awaitsSetup(context) ? TruthValue.yes : TruthValue.no,
    systemCloudLastError: standing.error,
    systemCloudReasonSaid: formatMessage(reason),
    systemCloudSince: since === undefined ? '' : formatDateTime(deviceTimeAt(configuration(), since)),
    ...checksOf(standing.error, {
      tried: standing.line === 'open' || standing.error !== 0,
      hasGateway,
    }),
  };
}

/** System > Cloud Settings: the switch's side of cloud management (docs/specification/cloud.md 3 and 4). */
export const cloudSettings: DeviceFeature = {
  objects: [sysCloudCtrl],
  live: [live(sysCloudCtrl, { group: state })],
  operations: [settings, noRestore],
  services: [service],
};

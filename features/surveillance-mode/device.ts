import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  live,
  operation,
  type Service,
} from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import type { Caller } from '../../device/management.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { viewMode } from '../../device/view-mode.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { say } from '../../model/values/message.ts';
import { formatPortList, NO_PORTS, portsOf } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { sysLBD, sysLBDCtrlEntry } from '../network/loopback-detection/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { snmpAgentCtrl } from '../system/snmp/objects.ts';
import { syslogCtrl } from '../system/system-log/objects.ts';
import { aSVAlarmCtrl } from './alarm-objects.ts';
import { copiedFrames, deviceClassifiers, memberPorts } from './device-plan.ts';
import { isOn, portsOfSession, settingsRead } from './device-settings.ts';
import { aSVGroupEntry, aSVIpcEntry, aSVNvrEntry } from './found-objects.ts';
import { aSVHealthCtrl, aSVHealthEntry } from './health-objects.ts';
import { aSVLogEntry } from './log-objects.ts';
import { loopPortsOnEntering, previewOf } from './loop-ports.ts';
import { SURVEILLANCE_LOG_DOWNLOAD, SURVEILLANCE_VLAN_NAME } from './names.ts';
import { aSVModePreview, aSVViewMode } from './objects.ts';
import { surveillanceRules } from './rules.ts';
import { placedDevices, portLoads, surveillanceState } from './slots.ts';
import { aSVDeviceEntry, aSVGlobal, aSVOuiEntry, aSVPortEntry } from './vlan-objects.ts';

/**
 * Functions enabled by entering the Surveillance Mode, in this order (docs/specification/system.md B): the surveillance
 * VLAN, which is created if it is missing, loopback detection, SNMP, its traps, and syslog. The mode has no page for
 * the ports of loopback detection: `loopPortsOnEntering` chooses them. Leaving the mode disables nothing.
 */
const entering = operation(aSVViewMode, {
  async operate(context, { values, caller, forced }) {
    if (values.sysWebViewMode !== 2) return;
    const { management, configuration, log } = context;
    const { aSVVlanId: dot1qVlanIndex } = configuration().group(aSVGlobal);
    const vlan = configuration().row(dot1qVlanStaticEntry, { dot1qVlanIndex });
    const named = { dot1qVlanIndex, dot1qVlanStaticName: SURVEILLANCE_VLAN_NAME };
    const { loopPorts, inTrunks } = await loopPortsOf(context, caller);
    await management.perform(
      [
        ...(vlan ? [] : [{ kind: 'create', object: dot1qVlanStaticEntry, values: named } as const]),
        { kind: 'set', object: aSVGlobal, values: { aSVState: Status.enabled } },
        { kind: 'set', object: sysLBD, values: { sysLBDStateEnable: Status.enabled } },
        ...portsOf(loopPorts).map(
          (sysLBDCtrlIndex) =>
            ({
              kind: 'set',
              object: sysLBDCtrlEntry,
              values: { sysLBDCtrlIndex, sysLBDPortStatus: Status.enabled },
            }) as const,
        ),
        {
          kind: 'set',
          object: snmpAgentCtrl,
          values: { snmpAgentState: Status.enabled, snmpTrapState: Status.enabled },
        },
        { kind: 'set', object: syslogCtrl, values: { syslogState: Status.enabled } },
      ],
      caller,
      { force: forced },
    );
    if (inTrunks === NO_PORTS) return;
    const ports = formatPortList(inTrunks);
    log.write(
      Severity.notice,
      say('Loopback detection was not enabled on ports {{ports}}: members of trunks.', { ports }),
    );
  },
});

async function loopPortsOf(context: DeviceContext, caller: Caller) {
  return loopPortsOnEntering(context.configuration(), context.hardware, await portsOfSession(context, caller));
}

/** The VLAN that a session comes in by is none for cameras. */
const apartFromSession = operation(aSVGlobal, {
  async prepare(context: DeviceContext, { values, caller }: CallersRequest) {
    const next = { ...context.configuration().group(aSVGlobal), ...values };
    const path = caller.connection && (await context.datapath.locate(caller.connection));
    if (next.aSVState !== Status.enabled || path?.vlan !== next.aSVVlanId) return {};
    const message = say('VLAN {{vlan}} is already used by {{feature}}.', {
      vlan: path.vlan,
      feature: say('this session'),
    });
    throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(aSVGlobal, undefined, 'aSVVlanId'));
  },
});

/** The mode's layout is shown after login. */
const telling: Service = {
  name: 'view mode',
  reads: [aSVViewMode],
  start({ configuration, slots }) {
    const tell = () => slots.update(viewMode, () => configuration().group(aSVViewMode).sysWebViewMode);
    tell();
    return { changed: tell };
  },
};

const watching: Service = {
  name: 'surveillance',
  reads: settingsRead,
  wanted: isOn,
  decides: [surveillanceState, placedDevices, portLoads],
  start: async (context) => (await import('./device-detection.ts')).startSurveillance(context),
};

/** Nothing is probed in the other mode. */
const answers = () => import('./device-live.ts');
const checks = () => import('./device-health.ts');
const logView = () => import('./device-log.ts');

const checking = operation(aSVHealthCtrl, {
  operate: async (context, request) => (await checks()).checkPorts(context, request),
});

const alarms = () => import('./device-alarms.ts');

const alarming = operation(aSVAlarmCtrl, {
  // Receiver and server keep it.
  prepare: async () => ({ trapHost: '', logServer: '' }),
  operate: async (context, request) => (await alarms()).setAlarms(context, request),
});

const clearing = operation(aSVLogEntry, {
  async operate(context, { kind }) {
    if (kind === 'deleteAll') (await logView()).clearLogView(context);
  },
});

/** The Surveillance Mode: which layout the console has, and the VLAN of cameras and recorders (ASV 2.0). */
export const surveillanceMode: DeviceFeature = {
  objects: [
    aSVViewMode,
    aSVModePreview,
    aSVGlobal,
    aSVPortEntry,
    aSVOuiEntry,
    aSVDeviceEntry,
    aSVIpcEntry,
    aSVNvrEntry,
    aSVGroupEntry,
    aSVAlarmCtrl,
    aSVHealthCtrl,
    aSVHealthEntry,
    aSVLogEntry,
  ],
  rules: surveillanceRules,
  contributions: [deviceClassifiers, copiedFrames],
  stateContributions: [memberPorts],
  live: [
    live(aSVModePreview, {
      group: async (context, caller) => previewOf(await loopPortsOf(context, caller)),
    }),
    live(aSVGlobal, { group: async (context) => (await answers()).liveGlobal(context) }),
    live(aSVAlarmCtrl, { group: async (context) => (await alarms()).liveAlarms(context.configuration()) }),
    live(aSVPortEntry, { columns: async (context) => (await answers()).livePorts(context) }),
    live(aSVIpcEntry, { rows: async (context) => (await answers()).ipcRows(context) }),
    live(aSVNvrEntry, { rows: async (context) => (await answers()).nvrRows(context) }),
    live(aSVHealthEntry, { rows: async (context) => (await checks()).healthRows(context) }),
    live(aSVLogEntry, { rows: async (context) => (await logView()).logRows(context) }),
    live(aSVGroupEntry, { rows: async (context) => (await answers()).groupRows(context) }),
  ],
  operations: [entering, apartFromSession, alarming, checking, clearing],
  downloads: [{ name: SURVEILLANCE_LOG_DOWNLOAD, fetch: async (...request) => (await logView()).fetchLog(...request) }],
  services: [telling, watching],
};

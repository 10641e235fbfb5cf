import type { CallersRequest, DeviceContext, DeviceFeature, Operation, Service } from '../../device/feature.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { viewMode } from '../../device/view-mode.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { say } from '../../model/values/message.ts';
import { hasPort, NO_PORTS, type PortList, parsePortList } from '../../model/values/port-list.ts';
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
import { SURVEILLANCE_LOG_DOWNLOAD, SURVEILLANCE_VLAN_NAME } from './names.ts';
import { aSVViewMode } from './objects.ts';
import { surveillanceRules } from './rules.ts';
import { aSVDeviceEntry, aSVGlobal, aSVOuiEntry, aSVPortEntry } from './vlan-objects.ts';

/**
 * What entering the Surveillance Mode turns on, in this order (reference/system.md B): the surveillance VLAN, which is made
 * where it is missing, loopback detection, SNMP, its traps, and syslog. Loops are looked for at every port but the uplinks and that
 * of the session where nobody has said yet at which: the mode has no page for that. Leaving it turns nothing off.
 */
const entering: Operation = {
  object: aSVViewMode,
  async operate(context, { values, caller, forced }) {
    if (values.sysWebViewMode !== 2) return;
    const { door, configuration } = context;
    const { aSVVlanId: dot1qVlanIndex } = configuration().group(aSVGlobal);
    const vlan = configuration().row(dot1qVlanStaticEntry, { dot1qVlanIndex });
    const named = { dot1qVlanIndex, dot1qVlanStaticName: SURVEILLANCE_VLAN_NAME };
    await door.perform(
      [
        ...(vlan ? [] : [{ kind: 'create', object: dot1qVlanStaticEntry, values: named } as const]),
        { kind: 'set', object: aSVGlobal, values: { aSVState: Status.enabled } },
        { kind: 'set', object: sysLBD, values: { sysLBDStateEnable: Status.enabled } },
        ...portsForLoops(context, await portsOfSession(context, caller)).map(
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
  },
};

/** The ports at which loops are looked for from now on; none where somebody has chosen some already. */
function portsForLoops({ configuration, hardware }: DeviceContext, session: PortList): readonly number[] {
  const isChosen = configuration()
    .rows(sysLBDCtrlEntry)
    .some((row) => row.sysLBDPortStatus === Status.enabled);
  if (isChosen) return [];
  const uplinks = parsePortList(configuration().group(aSVGlobal).aSVTaggedPortList) ?? NO_PORTS;
  return [...hardware.ports.keys()].filter((port) => !hasPort(uplinks | session, port));
}

/** The VLAN that a session comes in by is none for cameras. */
const apartFromSession: Operation = {
  object: aSVGlobal,
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
};

/** Whoever signs in is shown the layout of the mode. */
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
  start: async (context) => (await import('./device-detection.ts')).startSurveillance(context),
};

/** Nobody asks while the mode is another one. */
const answers = () => import('./device-live.ts');
const checks = () => import('./device-health.ts');
const logView = () => import('./device-log.ts');

const checking: Operation = {
  object: aSVHealthCtrl,
  operate: async (context, request) => (await checks()).checkPorts(context, request),
};

const alarms = () => import('./device-alarms.ts');

const alarming: Operation = {
  object: aSVAlarmCtrl,
  // Receiver and server keep it.
  prepare: async () => ({ trapHost: '', logServer: '' }),
  operate: async (context, request) => (await alarms()).setAlarms(context, request),
};

const clearing: Operation = {
  object: aSVLogEntry,
  async operate(context, { kind }) {
    if (kind === 'deleteAll') (await logView()).clearLogView(context);
  },
};

/** The Surveillance Mode: which layout the console has, and the VLAN of cameras and recorders (ASV 2.0). */
export const surveillanceMode: DeviceFeature = {
  objects: [
    aSVViewMode,
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
    { object: aSVGlobal, group: async (context) => (await answers()).liveGlobal(context) },
    { object: aSVAlarmCtrl, group: async (context) => (await alarms()).liveAlarms(context.configuration()) },
    { object: aSVPortEntry, columns: async (context) => (await answers()).livePorts(context) },
    { object: aSVIpcEntry, rows: async (context) => (await answers()).ipcRows(context) },
    { object: aSVNvrEntry, rows: async (context) => (await answers()).nvrRows(context) },
    { object: aSVHealthEntry, rows: async (context) => (await checks()).healthRows(context) },
    { object: aSVLogEntry, rows: async (context) => (await logView()).logRows(context) },
    { object: aSVGroupEntry, rows: async (context) => (await answers()).groupRows(context) },
  ],
  operations: [entering, apartFromSession, alarming, checking, clearing],
  downloads: [{ name: SURVEILLANCE_LOG_DOWNLOAD, fetch: async (...request) => (await logView()).fetchLog(...request) }],
  services: [telling, watching],
};

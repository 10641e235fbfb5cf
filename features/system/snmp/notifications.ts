import { PRIVATE_ROOT } from '../../../model/mib/instance.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { GroupValues } from '../../../model/schema/object.ts';
import type { Message } from '../../../model/values/message.ts';
import type { Arcs } from '../../../protocols/snmp/ber.ts';
import { arcsOf } from '../../../protocols/snmp/oid-order.ts';
import type { snmpAgentCtrl } from './objects.ts';

type Settings = GroupValues<typeof snmpAgentCtrl>;

/** The settings that switch a kind of notification on. */
type Switch =
  | 'trapColdWarmStart'
  | 'snmpEnableAuthenTraps'
  | 'trapLinkUpDown'
  | 'trapStp'
  | 'trapLbd'
  | 'trapPoe'
  | 'trapPdAlive'
  | 'trapFirmware'
  | 'trapLogin'
  | 'trapPortSecurity'
  | 'trapRmon';

/** A kind of notification. */
export interface NotificationKind {
  /** As a MIB has it. */
  readonly name: string;
  readonly oid: Arcs;
  /** Undefined for what no setting switches: a test, and what a page or an entry asks for by itself. */
  readonly setting: Switch | undefined;
  /** Whether it is one of our own: it then carries the words of `snmpLastNotification`. */
  readonly isOwn: boolean;
}

/** One of our own, which the private MIB describes. */
interface OwnNotificationKind extends NotificationKind {
  readonly isOwn: true;
  /** A whole sentence. */
  readonly sentWhen: string;
}

const standard = (name: string, oid: string, setting: Switch): NotificationKind & { readonly isOwn: false } => ({
  name,
  oid: arcsOf(oid),
  setting,
  isOwn: false,
});

/** Our own are below 0 of the private arc (RFC 2578 8.5). */
const own = (name: string, number: number, sentWhen: string, setting?: Switch): OwnNotificationKind => ({
  name,
  sentWhen,
  oid: arcsOf(`${PRIVATE_ROOT}.0.${number}`),
  setting,
  isOwn: true,
});

/** All notifications to managers. */
export const notificationKinds = {
  coldStart: standard('coldStart', '1.3.6.1.6.3.1.1.5.1', 'trapColdWarmStart'),
  warmStart: standard('warmStart', '1.3.6.1.6.3.1.1.5.2', 'trapColdWarmStart'),
  linkDown: standard('linkDown', '1.3.6.1.6.3.1.1.5.3', 'trapLinkUpDown'),
  linkUp: standard('linkUp', '1.3.6.1.6.3.1.1.5.4', 'trapLinkUpDown'),
  authenticationFailure: standard('authenticationFailure', '1.3.6.1.6.3.1.1.5.5', 'snmpEnableAuthenTraps'),
  newRoot: standard('newRoot', '1.3.6.1.2.1.17.0.1', 'trapStp'),
  topologyChange: standard('topologyChange', '1.3.6.1.2.1.17.0.2', 'trapStp'),
  risingAlarm: standard('risingAlarm', '1.3.6.1.2.1.16.0.1', 'trapRmon'),
  fallingAlarm: standard('fallingAlarm', '1.3.6.1.2.1.16.0.2', 'trapRmon'),
  loop: own('faceplateLoop', 1, 'A loop was detected, and the port is blocked.', 'trapLbd'),
  power: own('faceplatePower', 2, 'A Power over Ethernet fault of a port started or ended.', 'trapPoe'),
  powerUsageOn: standard('pethMainPowerUsageOnNotification', '1.3.6.1.2.1.105.0.2', 'trapPoe'),
  powerUsageOff: standard('pethMainPowerUsageOffNotification', '1.3.6.1.2.1.105.0.3', 'trapPoe'),
  login: own('faceplateLogin', 3, 'A login succeeded or failed.', 'trapLogin'),
  test: own('faceplateTest', 4, 'An administrator tested a receiver.'),
  watchdog: own('faceplateWatchdog', 5, 'A monitored host no longer responds.'),
  firmware: own('faceplateFirmware', 6, 'A firmware upgrade succeeded or failed.', 'trapFirmware'),
  portSecurity: own('faceplatePortSecurity', 7, 'A secured port dropped frames of a station.', 'trapPortSecurity'),
  attack: own('faceplateAttack', 8, 'Frames of a known attack were dropped.'),
  deviceSilent: own('faceplatePdAlive', 9, 'A monitored powered device no longer responds.', 'trapPdAlive'),
} as const;

/**
 * The log messages that are sent as notifications, by their texts. A text that changes has to be changed here, too; a
 * test checks each of them against the translations.
 */
const kindsByText: ReadonlyMap<string, NotificationKind> = new Map<string, NotificationKind>([
  ['Spanning tree: this switch is now the root bridge.', notificationKinds.newRoot],
  ['{{tree}}: the topology changed, seen at {{port}}.', notificationKinds.topologyChange],
  ['Port {{port}}: {{loop}}, {{what}} is blocked {{until}}.', notificationKinds.loop],
  ['PoE fault on port {{port}}: {{fault}}.', notificationKinds.power],
  ['PoE fault on port {{port}} has ended.', notificationKinds.power],
  ['PoE uses {{watts}} W, {{percent}} % of the supply or more.', notificationKinds.powerUsageOn],
  ['PoE uses {{watts}} W, less than {{percent}} % of the supply.', notificationKinds.powerUsageOff],
  ['PD Alive: {{address}} on port {{port}} does not respond.', notificationKinds.deviceSilent],
  ['Login from {{address}} failed.', notificationKinds.login],
  ['{{user}} logged in from {{address}}.', notificationKinds.login],
  ['Ping Watchdog: {{address}} does not respond.', notificationKinds.watchdog],
  ['Firmware {{version}} was installed in slot {{slot}} by {{user}} and is started next.', notificationKinds.firmware],
  ['The firmware upgrade by {{user}} failed: {{reason}}', notificationKinds.firmware],
]);

/** The texts of the messages that are sent. */
export const textsTold: readonly string[] = [...kindsByText.keys()];

/** The notification of a log message; undefined for most. */
export function kindOf({ text }: Message): NotificationKind | undefined {
  return kindsByText.get(text);
}

/** Whether a kind of notification is sent at all. */
export function isTold({ setting }: NotificationKind, settings: Settings): boolean {
  return settings.snmpTrapState === Status.enabled && (setting === undefined || settings[setting] === Status.enabled);
}

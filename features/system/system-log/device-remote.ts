import type { DeviceContext, Service } from '../../../device/feature.ts';
import { englishOf, type LogEntry, Severity } from '../../../device/log/log.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { utcOffsetAt } from '../../../model/values/time-zone.ts';
import { buildRfc5424 } from '../../../protocols/syslog/message.ts';
import { system } from '../system-management/objects.ts';
import { daylightSavingOf, sysTimeCtrl } from '../system-time/objects.ts';
import { syslogCtrl, syslogServEntry } from './objects.ts';
import { RemoteLog } from './remote-log.ts';

type ServerRow = RowOf<typeof syslogServEntry>;

/** The sending program in messages. */
const APPLICATION = 'faceplate';

function messageFor(context: DeviceContext, row: ServerRow, entry: LogEntry): Uint8Array {
  const configuration = context.configuration();
  const time = configuration.group(sysTimeCtrl);
  const stamped = configuration.group(syslogCtrl).syslogTimeStamp === Status.enabled;
  return buildRfc5424({
    facility: row.syslogServFacility,
    severity: entry.severity,
    time: stamped ? entry.time : undefined,
    utcOffset: utcOffsetAt(entry.time, time.sysTimeZone, daylightSavingOf(time)),
    hostName: configuration.group(system).sysName || context.hardware.modelName,
    application: APPLICATION,
    text: englishOf(entry),
  });
}

function openServer(context: DeviceContext, row: ServerRow): RemoteLog {
  return new RemoteLog(
    { host: row.syslogServAddr, vlan: row.syslogServVlan, port: row.syslogServPort },
    (host) => context.names.resolve(host),
    () => context.clock.now(),
    (reason) =>
      context.log.write(
        Severity.warning,
        say('Syslog server {{address}} is unreachable: {{reason}}', { address: row.syslogServAddr, reason }),
      ),
  );
}

/** Sends each entry to the servers that want its level. */
export const remoteLogging: Service = {
  name: 'remote log',
  reads: [syslogCtrl, syslogServEntry],
  start(context) {
    let servers = new Map<ServerRow, RemoteLog>();
    const configure = () => {
      const configuration = context.configuration();
      const on = configuration.group(syslogCtrl).syslogState === Status.enabled;
      const rows = on
        ? configuration.rows(syslogServEntry).filter((row) => row.syslogServState === Status.enabled)
        : [];
      const next = new Map(rows.map((row) => [row, servers.get(row) ?? openServer(context, row)]));
      for (const [row, server] of servers) if (!next.has(row)) server.close();
      servers = next;
    };
    configure();
    context.log.follow((entry) => {
      for (const [row, server] of servers) {
        if (entry.severity <= row.syslogServSeverity) server.send(messageFor(context, row, entry));
      }
    });
    return {
      changed: configure,
      stop() {
        for (const server of servers.values()) server.close();
      },
    };
  },
};

import type { DeviceContext, Service } from '../../../device/feature.ts';
import { eventId } from '../../../device/log/event-id.ts';
import { englishOf, type LogEntry, Severity } from '../../../device/log/log.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { type MessageValue, say } from '../../../model/values/message.ts';
import { utcOffsetAt } from '../../../model/values/time-zone.ts';
import { buildRfc5424 } from '../../../protocols/syslog/message.ts';
import { system } from '../system-management/objects.ts';
import { daylightSavingOf, sysTimeCtrl } from '../system-time/objects.ts';
import { EVENT_DATA, valuesIn } from './event-values.ts';
import { LogStream } from './log-stream.ts';
import { LogTransport, syslogCtrl, syslogServEntry } from './objects.ts';
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
    messageId: eventId(entry),
    data: { [EVENT_DATA]: valuesIn(entry.message), meta: { sequenceId: String(sequenceId(entry)) } },
  });
}

/** RFC 5424 7.3.1: from 1, and from 1 again after the largest that 31 bits hold. */
const sequenceId = ({ sequence }: LogEntry) => ((sequence - 1) % (2 ** 31 - 1)) + 1;

/** Where messages to a server go. */
type Sender = Pick<RemoteLog, 'send' | 'close'>;

function openServer(context: DeviceContext, row: ServerRow): Sender {
  const address = row.syslogServAddr;
  const server = { host: address, vlan: row.syslogServVlan, port: row.syslogServPort };
  const resolve = (host: string) => context.names.resolve(host);
  const failed = (reason: MessageValue) =>
    context.log.write(
      Severity.warning,
      say('Syslog server {{address}} is unreachable: {{reason}}', { address, reason }),
    );
  if (row.syslogServTransport === LogTransport.udp) {
    return new RemoteLog(server, resolve, () => context.clock.now(), failed);
  }
  const isSecured = row.syslogServTransport === LogTransport.tls;
  const authority = isSecured ? context.configuration().group(syslogCtrl).syslogAuthority : undefined;
  const dropped = (count: number) =>
    messageFor(context, row, {
      sequence: 1,
      severity: Severity.warning,
      time: context.wallClock.now(),
      message: say('{{count}} messages were dropped while this server was unreachable.', { count }),
    });
  return new LogStream({ ...server, authority }, { clock: context.clock, resolve, failed, dropped });
}

/** Sends each entry to the servers that want its level. */
export const remoteLogging: Service = {
  name: 'remote log',
  reads: [syslogCtrl, syslogServEntry],
  start(context) {
    let servers = new Map<ServerRow, Sender>();
    let authority = '';
    const configure = () => {
      const configuration = context.configuration();
      const { syslogAuthority } = configuration.group(syslogCtrl);
      const isOther = syslogAuthority !== authority;
      authority = syslogAuthority;
      const on = configuration.group(syslogCtrl).syslogState === Status.enabled;
      const rows = on
        ? configuration.rows(syslogServEntry).filter((row) => row.syslogServState === Status.enabled)
        : [];
      // Another authority is another judgement of every connection that is secured.
      const stays = (row: ServerRow) => !(isOther && row.syslogServTransport === LogTransport.tls);
      const next = new Map(rows.map((row) => [row, (stays(row) && servers.get(row)) || openServer(context, row)]));
      for (const [row, server] of servers) if (next.get(row) !== server) server.close();
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

import { type Recipe, recipe } from '../../console/page/recipe.tsx';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { host } from '../../model/schema/kinds/host.ts';
import { group } from '../../model/schema/object.ts';
import { parseIp } from '../../model/values/ip-prefix.ts';
import { say } from '../../model/values/message.ts';
import { freeIndex } from '../free-index.ts';
import { AddressType, LOG_SERVERS, syslogCtrl, syslogServEntry } from '../system/system-log/objects.ts';

const { syslogServSeverity, syslogServPort } = syslogServEntry.fields;

const asks = group('recipeRemoteSyslog', {
  title: 'Send the log to a server',
  fields: {
    recipeServer: host({ label: 'Server', help: 'IPv4 or IPv6 address, or host name.' }),
    recipeSeverity: {
      ...syslogServSeverity,
      label: 'Level',
      help: 'Sends messages of this severity and more severe ones.',
    },
    recipePort: syslogServPort,
  },
});

/** Adds a server in the first free place and enables sending. */
export const remoteSyslog: Recipe<typeof asks> = {
  asks,
  objects: [syslogServEntry, syslogCtrl],
  leadsTo: '/System/SystemLog',
  change(before, { recipeServer, recipeSeverity, recipePort }) {
    const enabled = before.withGroup(syslogCtrl, { syslogState: Status.enabled });
    const syslogServIndex = freePlace(before);
    if (syslogServIndex === undefined) return before;
    return enabled.withRow(syslogServEntry, {
      syslogServIndex,
      syslogServAddrType: typeOf(recipeServer),
      syslogServAddr: recipeServer,
      syslogServPort: recipePort,
      syslogServSeverity: recipeSeverity,
    });
  },
  problems: (before) =>
    freePlace(before) === undefined
      ? { recipeServer: say('There are {{max}} servers already. Delete one first.', { max: LOG_SERVERS }) }
      : {},
};

function freePlace(before: Parameters<typeof remoteSyslog.change>[0]): number | undefined {
  return freeIndex(
    before.rows(syslogServEntry).map((row) => row.syslogServIndex),
    LOG_SERVERS,
  );
}

function typeOf(server: string) {
  const address = parseIp(server);
  if (!address) return AddressType.name;
  return address.width === 32 ? AddressType.ipv4 : AddressType.ipv6;
}

export default recipe(remoteSyslog);

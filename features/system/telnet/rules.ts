import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { GroupObject } from '../../../model/schema/object.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { sshCtrl } from '../ssh/objects.ts';
import { HTTPS_PORT, sslCtrl } from '../ssl/objects.ts';
import { telnetCtrl } from './objects.ts';

/** A service with the port that it takes. */
interface PortUser {
  readonly name: Message;
  readonly port: number;
  readonly object?: GroupObject;
  readonly column?: string;
}

/** The console's own ports come first: services that want one of them later are refused. */
function portUsers(configuration: Configuration): readonly PortUser[] {
  const { sslPort } = configuration.group(sslCtrl);
  const { sshState, sshServicePort } = configuration.group(sshCtrl);
  const { telnetState, telnetPort } = configuration.group(telnetCtrl);
  return [
    { name: say('HTTP'), port: 80 },
    { name: say('HTTPS'), port: HTTPS_PORT },
    ...(sslPort === HTTPS_PORT ? [] : [{ name: say('HTTPS'), port: sslPort, object: sslCtrl, column: 'sslPort' }]),
    ...(sshState === Status.enabled
      ? [{ name: say('SSH'), port: sshServicePort, object: sshCtrl, column: 'sshServicePort' }]
      : []),
    ...(telnetState === Status.enabled
      ? [{ name: say('Telnet'), port: telnetPort, object: telnetCtrl, column: 'telnetPort' }]
      : []),
  ];
}

/** Two services that run do not share a port. */
export const portRule: Rule = {
  concerns: [sshCtrl, sslCtrl, telnetCtrl],
  *check({ before, after }) {
    const former = portUsers(before);
    const users = portUsers(after);
    for (const [at, user] of users.entries()) {
      const other = users.slice(0, at).find(({ port }) => port === user.port);
      if (!other) continue;
      // An existing port stays, and a new one has to be another.
      const isNew = (one: PortUser) =>
        !former.some(({ name, port }) => name.text === one.name.text && port === one.port);
      const [refused, stays] = isNew(other) && other.object && !isNew(user) ? [other, user] : [user, other];
      if (!refused.object) continue;
      const message = say('Port {{port}} is used by {{service}}.', { port: user.port, service: stays.name });
      yield conflict(refused.object, message, { ...(refused.column !== undefined && { column: refused.column }) });
    }
  },
};

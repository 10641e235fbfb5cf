import { wordsOf } from '../../model/values/message.ts';
import type { Guard } from '../guard/guard.ts';
import type { Whereabouts } from '../guard/whereabouts.ts';
import { sameText } from '../sessions/hand-over.ts';
import type { LineAccess } from '../sessions/line-access.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type ProofSurroundings, proveUser } from '../sessions/sign-in.ts';
import { type ConfirmationSurroundings, confirmForced } from './confirm-forced.ts';

/** The rooms that the way in for command lines leads to. */
interface LineSurroundings extends ProofSurroundings, ConfirmationSurroundings {
  readonly sessions: Sessions;
  readonly guard: Guard;
  readonly whereabouts: Whereabouts;
}

/** The switch as the services of command lines see it. */
export function createLineAccess(around: LineSurroundings): LineAccess {
  const { sessions, browsers, guard, whereabouts, account } = around;
  return {
    enter(connection) {
      guard.reached();
      const opened = around.epoch();
      const { remoteAddress } = connection;
      const visitor = browsers.visitor(undefined, remoteAddress);
      return {
        connection,
        share: visitor.share,
        isKnown: visitor.standing === 'source',
        isLocked: () => sessions.locks.isLocked(visitor),
        provePassword: (name, password) => proveUser(around, { name, password, remoteAddress }),
        isUser(user) {
          const { name, passwordHash } = account(user);
          return passwordHash !== '' && sameText(user, name);
        },
        open(user, way, end) {
          const session = sessions.openLine({ user, remoteAddress, way, end });
          browsers.remember(undefined, remoteAddress);
          void whereabouts.note(connection);
          return {
            id: session.id,
            caller: {
              access: 'commandLine',
              line: wordsOf(way),
              session: session.id,
              user,
              remoteAddress,
              connection,
            },
            touch: () => session.touch(),
            async entered() {
              session.touch();
              void whereabouts.note(connection);
              await confirmForced(around, user, connection, opened);
            },
            close: () => session.close(),
          };
        },
      };
    },
  };
}

import type { ModuleIdentity } from '../../../model/mib/module-identity.ts';
import { moduleText } from '../../../model/mib/module-text.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import { notificationKinds } from './notifications.ts';

const identity: ModuleIdentity = {
  name: 'FACEPLATE-MIB',
  root: 'faceplate',
  organization: 'Faceplate',
  contact: 'The project that this file came with.',
  description:
    'Objects of a Faceplate switch that no standard module has: settings and states of its console, and columns that its console adds to standard tables. Numbers are assigned permanently.',
  updated: '202601010000Z',
};

/** The private MIB of these objects as a module of SMIv2. */
export function privateModule(objects: readonly ObjectDeclaration[]): string {
  const notifications = Object.values(notificationKinds).flatMap((kind) =>
    kind.isOwn
      ? [
          {
            name: kind.name,
            number: kind.oid.at(-1) ?? 0,
            description: kind.sentWhen,
            carries: ['snmpAgentCtrl.snmpLastNotification'],
          },
        ]
      : [],
  );
  return moduleText(identity, objects, notifications);
}

import { type Message, say } from '../../model/values/message.ts';
import type { AccessPlan } from '../access-plan.ts';
import { hostAsked, type ManagementConnection } from '../management-connection.ts';

/**
 * Why the client of a connection would no longer accept the certificate of its service; undefined if it would, or did
 * not before. One that the switch made itself is accepted by exception, whatever it names.
 */
export function certificateFault(
  before: AccessPlan,
  after: AccessPlan,
  connection: ManagementConnection,
): Message | undefined {
  return faultOf(before, connection) ? undefined : faultOf(after, connection);
}

function faultOf({ certificates }: AccessPlan, connection: ManagementConnection): Message | undefined {
  const certificate = certificates.get(connection.service);
  if (!certificate) return undefined;
  const host = hostAsked(connection);
  if (!certificate.isOf(host)) {
    return say('The certificate does not name {{host}}, which this session uses: browsers would refuse it.', { host });
  }
  const { isExpired, until } = certificate;
  return isExpired
    ? say('The certificate expires at {{until}}: browsers would refuse it from then on.', { until })
    : undefined;
}

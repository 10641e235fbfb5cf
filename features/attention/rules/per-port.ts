import type { Facts, PortSituation } from '../facts.ts';
import type { Finding } from '../finding.ts';

/** A finding of each port that fits. */
export function perPort(
  { ports }: Pick<Facts, 'ports'>,
  find: (port: PortSituation) => Omit<Finding, 'at' | 'ports'> | undefined,
): readonly Finding[] {
  return ports.flatMap((port) => {
    const found = find(port);
    return found ? [{ ...found, at: String(port.port), ports: [port.port] }] : [];
  });
}

import { usePortHosts } from './use-port-hosts.ts';

interface PortHostNamesProps {
  /** ifIndex. */
  readonly port: number;
  readonly isLive: boolean;
}

/** Names of the hosts behind a port, in a cell. */
export function PortHostNames({ port, isLive }: PortHostNamesProps) {
  return usePortHosts(isLive).get(port)?.join(', ') ?? null;
}

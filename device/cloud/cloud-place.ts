/** Location of the cloud that can manage this switch. */
export interface CloudPlace {
  /** A host name, or an address. */
  readonly host: string;
  readonly port: number;
}

/** The port of a cloud that names none. */
export const CLOUD_PORT = 443;

/** "cloud.example" or "cloud.example:8443", as users know it. */
export function formatCloudPlace({ host, port }: CloudPlace): string {
  return port === CLOUD_PORT ? host : `${host}:${port}`;
}

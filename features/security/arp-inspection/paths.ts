const pages = '/Security/DynamicARPInspection';

/** The pages that others lead back to. */
export const listsPath = `${pages}/ARPAccessList`;
export const settingsPath = `${pages}/Settings`;

/** The page of one list's rules. */
export function rulesPath(name: string): string {
  return `${pages}/EditARPAccessList?name=${encodeURIComponent(name)}`;
}

/** The page of what is logged of one VLAN. */
export function loggingPath(vlan: number): string {
  return `${pages}/LoggingEdit?vlan=${vlan}`;
}

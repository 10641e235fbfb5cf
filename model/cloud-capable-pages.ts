/** Pages outside the Tools menu that stay while the cloud manages the switch, each with its hidden pages. */
const pages = [
  '/',
  '/System/SystemManagement',
  '/System/CloudSettings',
  '/System/L3Feature/IPv4Interface',
  '/System/L3Feature/IPv4InterfaceConfiguration',
  '/System/L3Feature/IPv6Interface',
  '/System/L3Feature/IPv6InterfaceConfiguration',
  '/System/L3Feature/IPv4ARPTable',
  '/System/DNS',
  '/System/SystemLog',
  '/System/Statistics/Traffic',
  '/System/Statistics/Error',
  '/Network/VLAN/Dynamic',
  '/Network/VLAN/Current',
] as const;

const stays: ReadonlySet<string> = new Set(pages);

/**
 * Whether a page stays while the cloud manages the switch, and what it sets can be changed there (docs/specification/product.md 2).
 */
export function isCloudCapable(path: string): boolean {
  return stays.has(path) || path.startsWith('/Tools/');
}

/** Pages of what is the switch's own: how it trusts its cloud, who may sign in at it, what it keeps, and how it starts. */
const own =
  /^\/(?:System\/(?:CloudSettings|(?:Modify)?Administration)|Save|History|Wizard|Tools\/(?:Reboot|FirmwareUpgrade))(?:\/|$)/;

/** Whether the cloud may change, over its line, what a page sets. */
export function isChangedFromAfar(path: string | undefined): boolean {
  return path !== undefined && !own.test(path);
}

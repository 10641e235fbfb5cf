/** What ethtool(8) says of several devices, by their names: each section begins with a line like "EEE settings for eth0:". */
export function sectionsByDevice(told: string): ReadonlyMap<string, string> {
  const headings = [...told.matchAll(/^[A-Z][A-Za-z ]* for (\S+):$/gm)];
  return new Map(
    headings.map(({ 1: device = '', index }, at) => [device, told.slice(index, headings[at + 1]?.index)] as const),
  );
}

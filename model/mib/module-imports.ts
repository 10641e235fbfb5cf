/** The modules that declare the names used in the body: imported if used. */
const declaredBy: readonly (readonly [module: string, names: readonly string[]])[] = [
  [
    'SNMPv2-SMI',
    [
      'MODULE-IDENTITY',
      'OBJECT-TYPE',
      'NOTIFICATION-TYPE',
      'enterprises',
      'Integer32',
      'Unsigned32',
      'Counter32',
      'Counter64',
      'TimeTicks',
      'IpAddress',
    ],
  ],
  ['SNMPv2-TC', ['TEXTUAL-CONVENTION', 'DateAndTime', 'MacAddress', 'RowStatus', 'TruthValue']],
  ['SNMPv2-CONF', ['OBJECT-GROUP', 'NOTIFICATION-GROUP', 'MODULE-COMPLIANCE']],
];

/** The IMPORTS of a module with this body. */
export function importsText(body: string): string {
  const plain = body.replace(/"[^"]*"/g, '').replace(/^--.*$/gm, '');
  const uses = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(plain);
  const parts = declaredBy.map(([module, names]) => `    ${names.filter(uses).join(', ')}\n        FROM ${module}`);
  return `IMPORTS\n${parts.join('\n')};`;
}

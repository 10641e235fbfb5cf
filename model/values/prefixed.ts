/** Columns under names that begin with those of their table. */
export type Prefixed<Prefix extends string, Columns> = {
  readonly [Name in keyof Columns & string as `${Prefix}${Name}`]: Columns[Name];
};

/** The columns under the names that a table has them by: "etherStats" and "Octets" make "etherStatsOctets". */
export function prefixed<Prefix extends string, Columns extends object>(
  prefix: Prefix,
  columns: Columns,
): Prefixed<Prefix, Columns> {
  // The names are put together as the type has them.
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [`${prefix}${name}`, value])) as Prefixed<
    Prefix,
    Columns
  >;
}

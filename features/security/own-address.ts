import type { ServiceContext } from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import { changedRows } from '../../model/configuration/changed-rows.ts';
import { conflict, isTakenUp, type Rule } from '../../model/configuration/rule.ts';
import type { RowOf, TableObject } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { addressesSet, addressObjects } from '../addresses-set.ts';
import { ipIfSecondaryEntry } from '../system/l3-feature/address-objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { leases } from '../system/l3-feature/slots.ts';

/**
 * No server of `table` has an address that is set of the switch itself (docs/specification/security.md, "RADIUS"): whichever of the
 * two is changed is refused.
 */
export function notOwnAddress<Table extends TableObject>(
  table: Table,
  addressOf: (row: RowOf<Table>) => string,
  column: string,
): Rule {
  return {
    concerns: [table, ...addressObjects],
    *check({ before, after, changes, hardware }) {
      const rows = after.rows(table);
      if (rows.length === 0) return;
      const own = addressesSet(after, hardware.baseMacAddress);
      const changed = new Set<unknown>(isTakenUp({ before }) ? rows : changedRows(changes, table));
      for (const row of rows) {
        const address = addressOf(row);
        if (!own.has(address)) continue;
        if (changed.has(row)) {
          const message = say("The server must have another address than the switch's own {{address}}.", { address });
          yield conflict(table, message, { row, ...(!isTakenUp({ before }) && { column }) });
          continue;
        }
        const message = say('{{address}} is the address of {{server}}.', {
          address,
          server: table.rowName(row),
        });
        const primary = changedRows(changes, ipv4InterfaceEntry).find((one) => one.ipAddressAddr === address);
        const secondary = changedRows(changes, ipIfSecondaryEntry).find((one) => one.secondaryAddr === address);
        if (primary) yield conflict(ipv4InterfaceEntry, message, { row: primary, column: 'ipAddressAddr' });
        else if (secondary) yield conflict(ipIfSecondaryEntry, message, { row: secondary, column: 'secondaryAddr' });
        else yield conflict(table, message, { row, column });
      }
    },
  };
}

/** Leaves out servers whose address a DHCP server has assigned to the switch itself, and logs each once. */
export class ServersElsewhere<Row> {
  readonly #context: Pick<ServiceContext, 'slots' | 'log'>;
  readonly #read: (row: Row) => { readonly address: string; readonly server: Message };
  #told: ReadonlySet<string> = new Set();

  constructor(
    context: Pick<ServiceContext, 'slots' | 'log'>,
    read: (row: Row) => { readonly address: string; readonly server: Message },
  ) {
    this.#context = context;
    this.#read = read;
  }

  among(rows: readonly Row[]): readonly Row[] {
    const { slots, log } = this.#context;
    const given = new Set([...slots.get(leases).values()].map(({ address }) => address));
    const isOwn = (row: Row) => given.has(this.#read(row).address);
    const own = rows.filter(isOwn).map(this.#read);
    for (const { address, server } of own) {
      if (this.#told.has(address)) continue;
      const message = say("{{server}} is not used: {{address}} is the switch's own address from DHCP.", {
        server,
        address,
      });
      log.write(Severity.warning, message);
    }
    this.#told = new Set(own.map(({ address }) => address));
    return own.length === 0 ? rows : rows.filter((row) => !isOwn(row));
  }
}

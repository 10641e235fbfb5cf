import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { type Log, Severity } from '../log/log.ts';
import type { Transactions } from './transactions.ts';

/** Puts the first configuration in force that the datapath takes; the last one is the factory's. */
export async function firstThatWorks(
  candidates: readonly Configuration[],
  begin: (configuration: Configuration) => Transactions,
  log: Log,
): Promise<Transactions> {
  let last: unknown = new Error('The switch has no configuration.');
  for (const configuration of candidates) {
    try {
      const transactions = begin(configuration);
      await transactions.begin(configuration);
      return transactions;
    } catch (error) {
      last = error;
      const reason = saidBy(error);
      log.write(Severity.critical, say('A saved configuration could not be put in force: {{reason}}', { reason }));
    }
  }
  throw last;
}

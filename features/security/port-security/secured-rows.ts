import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { portSecPortEntry } from './objects.ts';

/** The rows of the ports that are secured. */
export function securedRows(configuration: Pick<Configuration, 'rows'>) {
  return configuration.rows(portSecPortEntry).filter(({ portSecState }) => portSecState === Status.enabled);
}

import type { LookupFunction } from 'node:net';
import type { CloudPlace } from '../../../device/cloud/cloud-place.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { CloudError } from '../../../protocols/cloud/connection.ts';
import { CloudFailure } from './cloud-failure.ts';

/** Address of the cloud, resolved and ready to connect to. */
export interface CloudAddress extends CloudPlace {
  /** Answers with the addresses that the switch's own name servers gave: the host's are not asked. */
  readonly lookup: LookupFunction;
}

/** Finds the cloud's addresses. Rejects with a `CloudFailure`. */
export async function findCloud(context: DeviceContext, place: CloudPlace): Promise<CloudAddress> {
  const hasAddress = [...context.forwarding().plan.interfaces.values()].some(
    ({ enabled, addresses }) => enabled && addresses.length > 0,
  );
  if (!hasAddress) throw new CloudFailure(CloudError.noAddress);
  const addresses = await context.names.resolve(place.host).catch((error: unknown) => {
    throw new CloudFailure(CloudError.dnsFailed, error instanceof SpokenError ? error.said : undefined);
  });
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const [first] = found;
  if (!first) throw new CloudFailure(CloudError.dnsFailed);
  return {
    ...place,
    lookup: (_name, options, answer) => (options.all ? answer(null, found) : answer(null, first.address, first.family)),
  };
}

import { CloudError, type CloudErrorCode } from '../../../protocols/cloud/connection.ts';
import { Check } from './objects.ts';

/** The steps on the way to the cloud, in the order in which they are looked at. */
const checkNames = [
  'systemCloudAddressCheck',
  'systemCloudGatewayCheck',
  'systemCloudDnsCheck',
  'systemCloudClockCheck',
  'systemCloudServerCheck',
] as const;

type CheckName = (typeof checkNames)[number];

type CheckValue = (typeof Check)[keyof typeof Check];

/**
 * Result of each step. The first that failed is the one to mend, and all later ones count as not tried. If the cloud is
 * not reached and there is no gateway, the gateway is the failed step.
 */
export function checksOf(
  error: CloudErrorCode,
  { tried, hasGateway }: { readonly tried: boolean; readonly hasGateway: boolean },
): Readonly<Record<CheckName, CheckValue>> {
  const failed = failedCheck(error, hasGateway);
  const at = failed === undefined ? checkNames.length : checkNames.indexOf(failed);
  const value = (place: number) => (!tried || place > at ? Check.notTried : place === at ? Check.failed : Check.passed);
  return {
    systemCloudAddressCheck: value(0),
    systemCloudGatewayCheck: value(1),
    systemCloudDnsCheck: value(2),
    systemCloudClockCheck: value(3),
    systemCloudServerCheck: value(4),
  };
}

function failedCheck(error: CloudErrorCode, hasGateway: boolean): CheckName | undefined {
  switch (error) {
    case CloudError.none:
    case CloudError.unclaimed:
      return undefined;
    case CloudError.noAddress:
      return 'systemCloudAddressCheck';
    case CloudError.dnsFailed:
      return 'systemCloudDnsCheck';
    case CloudError.clockWrong:
      return 'systemCloudClockCheck';
    case CloudError.unreachable:
    case CloudError.timedOut:
      return hasGateway ? 'systemCloudServerCheck' : 'systemCloudGatewayCheck';
    case CloudError.tlsFailed:
    case CloudError.badAccount:
    case CloudError.alreadyClaimed:
      return 'systemCloudServerCheck';
  }
}

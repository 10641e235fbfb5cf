import type { Request } from '../door.ts';
import type { CallersRequest, DeviceContext, Operation } from '../feature.ts';

/** A request's values as its operations want them stored. Rejects where one of them refuses. */
export async function preparedValues(
  operations: readonly Operation[],
  context: () => DeviceContext,
  request: CallersRequest,
): Promise<Request['values']> {
  let { values } = request;
  for (const { object, prepare } of operations) {
    if (object === request.object && prepare) {
      values = { ...values, ...(await prepare(context(), { ...request, values })) };
    }
  }
  return values;
}

/** Runs what requests ask for. What keeps or ends what is in force comes last, when nothing else can fail any more. */
export async function operate(
  operations: readonly Operation[],
  context: () => DeviceContext,
  requests: readonly CallersRequest[],
): Promise<void> {
  for (const concluding of [false, true]) {
    for (const request of requests) {
      for (const { object, operate, concludes = false } of operations) {
        if (object === request.object && concludes === concluding) await operate?.(context(), request);
      }
    }
  }
}

import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { CallersRequest, DeviceContext, Edits, Operation } from '../feature.ts';
import type { Request } from '../management.ts';
import { placeIn, Refusal } from '../refusal.ts';

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

/** What requests make of the whole configuration, in their order. Rejects where one of them refuses. */
export async function editsOf(
  operations: readonly Operation[],
  context: () => DeviceContext,
  requests: readonly CallersRequest[],
): Promise<readonly Edits[]> {
  const edits: Edits[] = [];
  for (const request of requests) {
    for (const operation of operations) {
      const edit = operation.object === request.object ? await operation.edits?.(context(), request) : undefined;
      if (edit) edits.push(edit);
    }
  }
  return edits;
}

/** Asks the operations of requests what they would refuse. Rejects as the first that would. */
export async function rehearse(
  operations: readonly Operation[],
  context: () => DeviceContext,
  requests: readonly CallersRequest[],
): Promise<void> {
  for (const request of requests) {
    for (const operation of operations) {
      if (operation.object === request.object) await operation.rehearse?.(context(), request);
    }
  }
}

/**
 * Runs the operations of requests. Those that save or end what is in force come last, when nothing else can fail any
 * longer.
 */
export async function operate(
  operations: readonly Operation[],
  context: () => DeviceContext,
  requests: readonly CallersRequest[],
): Promise<void> {
  for (const concluding of [false, true]) {
    for (const request of requests) {
      for (const operation of operations) {
        if (operation.object !== request.object || isConclusion(operation, request) !== concluding) continue;
        await operation.operate?.(context(), request);
      }
    }
  }
}

/**
 * Refuses two requests each of which is to be the last: whichever came first could not be undone where the other fails.
 * Throws a `Refusal`.
 */
export function refuseTwoConclusions(operations: readonly Operation[], requests: readonly Request[]): void {
  const last = requests.filter((request) => concludes(operations, request));
  const [, second] = last;
  if (!second) return;
  const message = say('Saving, restoring, restarting and similar operations can be requested only one at a time.');
  throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(second.object, second.values));
}

/** Whether one of these requests takes the switch out of the cloud's hands. */
export function takesControl(operations: readonly Operation[], requests: readonly Request[]): boolean {
  return requests.some((request) =>
    operations.some(({ object, takesControl: takes }) => object === request.object && takes?.(request.values)),
  );
}

/** Whether one of these requests lets somebody into the switch. */
export function grantsAccess(
  operations: readonly Operation[],
  requests: readonly Request[],
  context: DeviceContext,
): boolean {
  return requests.some((request) =>
    operations.some(({ object, grantsAccess: grants }) => object === request.object && grants?.(request, context)),
  );
}

/** Whether a request keeps what is in force, or ends it. */
export function concludes(operations: readonly Operation[], request: Request): boolean {
  return operations.some((operation) => operation.object === request.object && isConclusion(operation, request));
}

function isConclusion(operation: Operation, { values }: Request): boolean {
  return operation.concludes?.(values) === true;
}

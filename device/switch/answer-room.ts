import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal } from '../refusal.ts';

/**
 * Maximum number of rows that all reads of one call answer together: four of the largest tables. More would be hundreds
 * of megabytes of one answer.
 */
const ROWS_OF_ANSWER = 65_536;

/** The room left in one answer. */
export class AnswerRoom {
  #rows = 0;

  /** Lets a result in that fits; throws a `Refusal` (13) where it does not. `isDone`: changes of the same call are made. */
  take<Result>(result: Result, isDone = false): Result {
    const rows = Array.isArray(result) ? result.length : 0;
    const values = { max: ROWS_OF_ANSWER };
    if (this.#rows + rows > ROWS_OF_ANSWER) {
      const message = isDone
        ? say('The changes are made. One answer has at most {{max}} rows; request the rest separately.', values)
        : say('One answer has at most {{max}} rows; request the rest separately.', values);
      throw new Refusal(ErrorCode.resourceUnavailable, message);
    }
    this.#rows += rows;
    return result;
  }
}

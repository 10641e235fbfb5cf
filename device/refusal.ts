import type { Problem } from '../model/configuration/rule.ts';
import { indexOf, type ObjectDeclaration } from '../model/schema/object.ts';
import type { Message } from '../model/values/message.ts';
import { SpokenError } from '../model/values/spoken-error.ts';
import type { Values } from '../model/wire/call.ts';
import { ErrorCode } from '../model/wire/error-code.ts';

/** The cause of a refusal within a call, so that the console can put the message under the control. */
export interface RefusalPlace {
  readonly object: string;
  /** The index columns of the row at fault. */
  readonly row?: Values;
  readonly column?: string;
}

/** A call that the device refuses: the code, and what it is answered with. Nothing was changed. */
export class Refusal extends SpokenError {
  readonly code: ErrorCode;
  readonly place: RefusalPlace | undefined;

  constructor(code: ErrorCode, said: Message, place?: RefusalPlace) {
    super(said);
    this.code = code;
    this.place = place;
  }
}

/** A refusal by the guard (8710): the call would cut its session off, and is carried out only if it is forced. */
export class LossRefusal extends Refusal {
  /** Why, without the words around it. */
  readonly reason: Message;
  /** Nothing reverts it once it is forced: no confirmation is awaited. */
  readonly isFinal: boolean;

  constructor(reason: Message, { said = reason, place, isFinal = false }: LossDetails = {}) {
    super(ErrorCode.managementLoss, said, place);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

interface LossDetails {
  /** The whole sentence; default the reason. */
  readonly said?: Message;
  readonly place?: RefusalPlace;
  readonly isFinal?: boolean;
}

/** The place of a row and a column of it; of the object as a whole where neither is given. */
export function placeIn(object: ObjectDeclaration, row?: Values, column?: string): RefusalPlace {
  const index = row && object.shape === 'table' ? indexOf(object, row) : {};
  return {
    object: object.name,
    ...(Object.keys(index).length > 0 && { row: index }),
    ...(column !== undefined && { column }),
  };
}

/** The refusal of a change because of what is wrong with the configuration that it leads to. */
export function refusalOf({ code, message, ...place }: Problem): Refusal {
  return new Refusal(code, message, place);
}

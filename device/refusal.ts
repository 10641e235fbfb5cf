import type { ErrorCode } from '../model/wire/error-code.ts';

/** Where in a call a refusal has its cause, so that the console can put the message under the control. */
export interface RefusalPlace {
  readonly object: string;
  readonly column?: string;
}

/** A call that the device refuses: the code and the one sentence that it is answered with. Nothing was changed. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly place: RefusalPlace | undefined;

  constructor(code: ErrorCode, message: string, place?: RefusalPlace) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.place = place;
  }
}

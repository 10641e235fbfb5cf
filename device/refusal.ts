import type { ErrorCode } from '../model/wire/error-code.ts';

/** A call that the device refuses: the code and the one sentence that it is answered with. Nothing was changed. */
export class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

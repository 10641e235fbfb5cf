import type { ObjectIndex } from '../configuration/read-request.ts';
import type { LogWriter } from '../log/log.ts';
import type { Management } from '../management.ts';
import type { ResultTexts } from './result-texts.ts';

/** Dependencies of answering calls. */
export interface CallSurroundings {
  readonly objects: ObjectIndex;
  readonly management: Management;
  readonly log: LogWriter;
  /** Results formatted by earlier calls; without it nothing is kept. */
  readonly texts?: ResultTexts;
}

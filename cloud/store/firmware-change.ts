import * as v from 'valibot';

/** Firmware that a rollout brings: what the store has of it. */
const firmwareChange = v.object({
  digest: v.string(),
  version: v.string(),
  models: v.array(v.string()),
  size: v.number(),
});

export type FirmwareChange = v.InferOutput<typeof firmwareChange>;

/** Reads what `JSON.stringify` made of a change. Throws where it is none. */
export function readFirmwareChange(text: string): FirmwareChange {
  return v.parse(firmwareChange, JSON.parse(text));
}

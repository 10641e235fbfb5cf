/**
 * The number of each model, the last arc of its `sysObjectID`. Assigned permanently, since managers distinguish devices
 * by it: new models are added at the end.
 */
const numbers: Readonly<Record<string, number>> = {
  'TEG-082WS': 1,
  'TEG-204WS': 2,
  'TEG-284WS': 3,
  'TEG-524WS': 4,
  'TPE-082WS': 5,
  'TPE-1021WS': 6,
  'TPE-1620WS': 7,
  'TPE-2840WS': 8,
  'TPE-5028WS': 9,
  'TPE-5048WS': 10,
  'TPE-5240WS': 11,
  'TPE-204US': 12,
  'TPE-TG240ES': 13,
  'TPE-TG160ES': 14,
};

/** Prefix of the number: the enterprise number for examples (RFC 5612) and its arc of products. */
const PRODUCTS = '1.3.6.1.4.1.32473.2';

/** The object identifier of a device that no enterprise has numbered (RFC 2578, zeroDotZero). */
const ZERO_DOT_ZERO = '0.0';

/** A model's `sysObjectID` (RFC 3418). */
export function modelIdentifier(modelName: string): string {
  const number = Object.hasOwn(numbers, modelName) ? numbers[modelName] : undefined;
  return number === undefined ? ZERO_DOT_ZERO : `${PRODUCTS}.${number}`;
}

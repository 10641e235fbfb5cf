/** Settings of an alarm's comparison (RFC 2819 alarmEntry). */
export interface AlarmSettings {
  /** The variable's value itself, or how much it has grown since the sample before. */
  readonly sampleType: 'absolute' | 'delta';
  /** Which of the two thresholds the very first sample may cross. */
  readonly startup: 'rising' | 'falling' | 'either';
  readonly rising: number;
  readonly falling: number;
}

/** A variable as it was read. */
export interface AlarmReading {
  readonly value: bigint;
  /** The wrap-around of a counter: 2^32 or 2^64; undefined for values that may fall. */
  readonly modulus: bigint | undefined;
  /** A value other than that of the previous sample means that the counter was restarted meanwhile. */
  readonly beginning: unknown;
}

/** An alarm between two samples. */
export interface AlarmState {
  readonly reading: AlarmReading | undefined;
  /** The last compared value; undefined before the first comparison. */
  readonly compared: bigint | undefined;
  /** Whether the threshold may fire again: the other one was reached since it did. */
  readonly isRisingArmed: boolean;
  readonly isFallingArmed: boolean;
}

/** Result of a sample. */
export interface AlarmStep {
  readonly state: AlarmState;
  readonly crossed: 'rising' | 'falling' | undefined;
}

/** Before the first sample. */
export const newAlarm: AlarmState = {
  reading: undefined,
  compared: undefined,
  isRisingArmed: true,
  isFallingArmed: true,
};

/**
 * Takes a sample (RFC 2819, alarmRisingThreshold and alarmFallingThreshold). A threshold fires if a sample reaches it
 * that the previous one had not reached, and not again before the other threshold was reached. The first sample of a
 * restarted counter fires nothing: it fell to 0 because it was cleared, and its growth is unknown.
 */
export function takeSample(state: AlarmState, settings: AlarmSettings, reading: AlarmReading): AlarmStep {
  const compared = settings.sampleType === 'absolute' ? reading.value : growth(state.reading, reading);
  if (compared === undefined) return { state: { ...state, reading }, crossed: undefined };
  const isHigh = compared >= settings.rising;
  const isLow = compared <= settings.falling;
  const before = state.compared;
  const isAnew = state.reading !== undefined && state.reading.beginning !== reading.beginning;
  const mayRise = before === undefined ? settings.startup !== 'falling' : before < settings.rising;
  const mayFall = before === undefined ? settings.startup !== 'rising' : before > settings.falling;
  const rises = isHigh && mayRise && state.isRisingArmed && !isAnew;
  const falls = isLow && mayFall && state.isFallingArmed && !isAnew;
  return {
    state: {
      reading,
      compared,
      isRisingArmed: isLow || (state.isRisingArmed && !rises),
      isFallingArmed: isHigh || (state.isFallingArmed && !falls),
    },
    crossed: rises ? 'rising' : falls ? 'falling' : undefined,
  };
}

/** Growth of a variable; a counter lower than before has wrapped around once. */
function growth(before: AlarmReading | undefined, now: AlarmReading): bigint | undefined {
  if (!before || before.beginning !== now.beginning) return undefined;
  const difference = now.value - before.value;
  return difference < 0n && now.modulus !== undefined ? difference + now.modulus : difference;
}

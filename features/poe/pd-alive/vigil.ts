/** How a powered device is watched; times in milliseconds. */
export interface VigilSettings {
  readonly interval: number;
  /** Further echo requests without an answer before it counts as dead; 0 with the first one. */
  readonly retryCount: number;
  readonly offTime: number;
  readonly upTime: number;
  readonly notifies: boolean;
  readonly resets: boolean;
}

/** State of a vigil. */
export interface Vigil {
  readonly phase: 'idle' | 'alive' | 'noReply' | 'poweringOff' | 'startingUp';
  /** Echo requests in a row without an answer. */
  readonly misses: number;
  /** When something is to be done next, by the clock that is given. */
  readonly due: number;
}

/** Result of a step. */
export interface VigilStep {
  readonly vigil: Vigil;
  /** The device counts as failed: this is reported. */
  readonly fails: boolean;
  /** Whether its power is held back from now on. */
  readonly holdsPower: boolean;
}

/** A vigil that begins: the first echo request goes out an interval later, so that a device that has just come is left to start. */
export function beginVigil({ interval }: VigilSettings, now: number): Vigil {
  return { phase: 'idle', misses: 0, due: now + interval };
}

/** Whether an echo request goes out at what is due; otherwise `passTime` says what comes. */
export function asksNow({ phase }: Vigil): boolean {
  return phase !== 'poweringOff';
}

/** The time that a device was left without power is over: it is given time to start. */
export function passTime({ upTime }: VigilSettings, now: number): VigilStep {
  return { vigil: { phase: 'startingUp', misses: 0, due: now + upTime }, fails: false, holdsPower: false };
}

/** The port gives no power, for a reason of its own: that is no failure of the device. */
export function withoutPower(settings: VigilSettings, now: number): VigilStep {
  return { vigil: beginVigil(settings, now), fails: false, holdsPower: false };
}

/** An echo request was answered, or not. */
export function heard(vigil: Vigil, replied: boolean, settings: VigilSettings, now: number): VigilStep {
  const due = now + settings.interval;
  if (replied) return { vigil: { phase: 'alive', misses: 0, due }, fails: false, holdsPower: false };
  const misses = vigil.misses + 1;
  if (misses <= settings.retryCount) {
    return { vigil: { phase: 'noReply', misses, due }, fails: false, holdsPower: false };
  }
  if (!settings.resets) return { vigil: { phase: 'noReply', misses: 0, due }, fails: true, holdsPower: false };
  return {
    vigil: { phase: 'poweringOff', misses: 0, due: now + settings.offTime },
    fails: true,
    holdsPower: true,
  };
}

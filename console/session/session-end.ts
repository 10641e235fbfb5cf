import { observable } from '../feedback/observable.ts';

/** Whether the device has said that the session is over; polling stops then, until the next login. */
export const sessionEnded = observable(false);

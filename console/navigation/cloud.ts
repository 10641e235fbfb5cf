import { device } from '../boot/device.ts';
import { observable } from '../feedback/observable.ts';

/** The cloud connection as `systemCloudConnectState` says it (docs/specification/product.md 4). */
export const CloudState = { CONNECT_FAIL: 0, CONNECTING: 1, CONNECT_SUCCESS: 2, DISCONNECT: 3 } as const;

/** Whether cloud mode exists; a message of the page around this one can add it. */
export const cloudMode = observable(device().cloudMode === 1);

/** Whether the cloud manages the device, as its page said when it was loaded: then the menu holds less. */
export const cloudConnected = observable(device().cloudMode === 1 && device().cloudConnect === 1);

/**
 * Whether what the device says now contradicts the page's cloud connect flag: failed while enabled, connected while
 * disabled. The page is loaded again then.
 */
export function contradictsPage(state: number, cloudConnect: 0 | 1): boolean {
  return cloudConnect === 1 ? state === CloudState.CONNECT_FAIL : state === CloudState.CONNECT_SUCCESS;
}

/** Listens for the message 'CloudModeIsOpen' of this device's own pages. Answers how to stop. */
export function listenForCloudMode(): () => void {
  const listen = ({ data, origin }: MessageEvent) => {
    if (origin === window.location.origin && data === 'CloudModeIsOpen') cloudMode.set(true);
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

import type { DeviceGlobals } from '../../model/wire/endpoints.ts';

/** For tests: makes the page say this of its device, and nothing else. */
export function servePage(globals: Partial<DeviceGlobals>): void {
  document.getElementById('device')?.remove();
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'device';
  script.textContent = JSON.stringify(globals);
  document.head.append(script);
}

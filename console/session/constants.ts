import { Endpoint } from '../../model/wire/endpoints.ts';
import { request } from '../call/http.ts';

/** Contents of the device's constants script (docs/specification/product.md 7, call 6). */
export interface DeviceConstants {
  readonly configIsDefault: boolean;
  /** The wizard's hand-over to this browser, on the address it was sent to; the values are one-use tickets. */
  readonly handOver?: { readonly username: string; readonly password: string; readonly currentPassword: string };
}

/** Fetches and reads the constants script. Throws `NoAnswer`. */
export async function deviceConstants(): Promise<DeviceConstants> {
  return readConstants((await request(Endpoint.constants)).text);
}

/** Reads the text of the constants script: markers separated by `^,`. Blank markers count as absent. */
export function readConstants(text: string): DeviceConstants {
  const markers = text.split('^,').map((marker) => marker.trim());
  const marked = (name: string) => markers.find((marker) => marker.startsWith(name))?.slice(name.length) ?? '';
  const configIsDefault = /ConfigIsDefault\s*=\s*1\b/.test(text);
  const username = marked('wizard_username:');
  const password = marked('wizard_password:');
  if (!markers.some((marker) => /^wizard_DHCP\b/.test(marker)) || username === '' || password === '') {
    return { configIsDefault };
  }
  return { configIsDefault, handOver: { username, password, currentPassword: marked('wizard_currentpassword:') } };
}

import { interfaceName } from '../../model/values/interface-index.ts';

/** The way to everything about a port; trunks have a page of their own. */
export function portPath(port: number): string {
  return /^\d/.test(interfaceName(port)) ? `/?port=${port}` : '/Network/Trunk/Status';
}

import type { Translate } from '../../model/values/translate.ts';
import { evidences } from './host-words.ts';

/** The ways that a host is known by, in words: "ONVIF, DHCP". */
export function evidenceText(t: Translate, names: string): string {
  const words: Readonly<Record<string, string>> = evidences;
  return names
    .split(',')
    .filter((name) => name !== '')
    .map((name) => t(words[name] ?? name))
    .join(', ');
}

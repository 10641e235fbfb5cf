import type { KeyPair } from '../../../device/console-settings.ts';
import type { Keepable } from '../../../device/flash/keeper.ts';
import { isRecord } from '../../../model/values/json-record.ts';

/** Stored certificate data, in one file, so that a certificate and its key always belong together. */
export interface KeptCertificate {
  /** Uploaded; undefined where the device answers with its own. */
  readonly pair: KeyPair | undefined;
  /** A request that was not answered by an upload yet. */
  readonly request: { readonly key: string; readonly text: string } | undefined;
}

/** Storage of certificates; a factory reset empties it, and no backup holds it. */
export const keptCertificate: Keepable<KeptCertificate> = {
  name: 'certificate',
  sealed: true,
  version: 1,
  write: (value) => value,
  read(json) {
    if (!isRecord(json)) return undefined;
    const { pair, request } = json;
    const isPair = isRecord(pair) && typeof pair.certificate === 'string' && typeof pair.key === 'string';
    const isRequest = isRecord(request) && typeof request.key === 'string' && typeof request.text === 'string';
    return {
      pair: isPair ? { certificate: String(pair.certificate), key: String(pair.key) } : undefined,
      request: isRequest ? { key: String(request.key), text: String(request.text) } : undefined,
    };
  },
};

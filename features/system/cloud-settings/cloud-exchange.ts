import { type RequestOptions, request } from 'node:https';
import type { KeyPair } from '../../../device/console-settings.ts';
import { say } from '../../../model/values/message.ts';
import { CloudError } from '../../../protocols/cloud/connection.ts';
import { readGranted, readSignedIn } from '../../../protocols/cloud/messages.ts';
import { CLAIM_PATH, LONGEST_FRAME, SIGN_IN_PATH } from '../../../protocols/cloud/wire.ts';
import type { CloudAddress } from './cloud-address.ts';
import { CloudFailure, NotLookedAt } from './cloud-failure.ts';
import { CONNECT_TIME, serverName } from './cloud-trust.ts';
import type { CloudIdentity } from './kept-identity.ts';

/** How the cloud is asked: by which authority it is known, and as whom the switch shows itself. */
export interface CloudEndpoint {
  readonly cloud: CloudAddress;
  /** Undefined for those that browsers know. */
  readonly authority: string | undefined;
  readonly own: KeyPair;
}

/**
 * Signs in to the cloud; resolves to a token that claims one switch. Rejects with a `CloudFailure`, or the error of the socket.
 */
export async function signInToCloud(endpoint: CloudEndpoint, account: string, password: string): Promise<string> {
  const token = readSignedIn(await post(endpoint, SIGN_IN_PATH, { account, password }))?.token;
  if (token === undefined) throw notUnderstood();
  return token;
}

/**
 * Asks the cloud to accept the switch: for the owner of the claim by code, or for the account of the token. The
 * connection itself proves that the switch has the key of its certificate. Rejects as `signInToCloud` does.
 */
export async function claim(
  endpoint: CloudEndpoint,
  identity: { readonly serial: string; readonly model: string; readonly token?: string },
): Promise<{ readonly certificate: string; readonly authority: string }> {
  const issued = readGranted(await post(endpoint, CLAIM_PATH, identity));
  if (!issued) throw notUnderstood();
  return issued;
}

const notUnderstood = () => new CloudFailure(CloudError.unreachable, say('the answer is not from a cloud'));

/** Meaning of the statuses of an answer. */
const failures: Readonly<Record<number, CloudFailure['code']>> = {
  401: CloudError.badAccount,
  403: CloudError.badAccount,
  404: CloudError.unclaimed,
  409: CloudError.alreadyClaimed,
};

/** How TLS is begun with that cloud: which one it has to be, and what the switch shows of itself. */
export function secureOptionsOf({ cloud, authority, own }: CloudEndpoint) {
  return {
    host: cloud.host,
    port: cloud.port,
    lookup: cloud.lookup,
    servername: serverName(cloud.host),
    ...(authority !== undefined && { ca: authority }),
    cert: own.certificate,
    key: own.key,
  };
}

/** How a request is made of that cloud, over a connection of its own. */
export function optionsOf(endpoint: CloudEndpoint): RequestOptions {
  return { ...secureOptionsOf(endpoint), agent: false, timeout: CONNECT_TIME };
}

/** How a cloud that has taken the switch is asked. */
export function endpointOf(
  cloud: CloudAddress,
  { own }: CloudIdentity,
  issued: NonNullable<CloudIdentity['issued']>,
): CloudEndpoint {
  return { cloud, authority: issued.authority, own: { certificate: issued.certificate, key: own.key } };
}

/** Too many passwords or codes came from the switch's address. */
const tooMany = () =>
  new NotLookedAt(
    CloudError.unclaimed,
    say('too many attempts were made from this address; the switch retries automatically'),
  );

function post(endpoint: CloudEndpoint, path: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({
      ...optionsOf(endpoint),
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
    });
    asked.on('error', reject);
    asked.on('timeout', () => asked.destroy(new CloudFailure(CloudError.timedOut)));
    asked.on('response', (response) => {
      const { statusCode = 500 } = response;
      if (statusCode !== 200) {
        response.resume();
        const code = failures[statusCode] ?? CloudError.unreachable;
        if (statusCode === 429) reject(tooMany());
        else reject(new CloudFailure(code, say('it answers with {{status}}', { status: statusCode })));
        return;
      }
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > LONGEST_FRAME) asked.destroy(notUnderstood());
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    asked.end(JSON.stringify(body));
  });
}

import { X509Certificate } from 'node:crypto';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { say } from '../../../model/values/message.ts';
import { CloudError } from '../../../protocols/cloud/connection.ts';
import type { CloudAddress } from './cloud-address.ts';
import { CloudFailure } from './cloud-failure.ts';

/** Milliseconds that a connection to the cloud has to come up in. */
export const CONNECT_TIME = 10_000;

/** Certificates of a chain that are looked at. */
const LONGEST_CHAIN = 10;

/**
 * The authority whose fingerprint the administrator typed, as the cloud shows it (PEM). Nothing is sent over this connection: it
 * only asks which certificates there are, and whether they are right is checked by the next one. Rejects with a `CloudFailure`,
 * or the error of the socket.
 */
export function authorityByFingerprint(cloud: CloudAddress, fingerprint: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: cloud.host,
      port: cloud.port,
      lookup: cloud.lookup,
      servername: serverName(cloud.host),
      // Only the chain is read here; see above.
      rejectUnauthorized: false,
      timeout: CONNECT_TIME,
    });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.on('error', fail);
    socket.on('timeout', () => fail(new CloudFailure(CloudError.timedOut)));
    socket.on('secureConnect', () => {
      const found = chainOf(socket.getPeerCertificate(true)).find(
        ({ fingerprint256 }) => fingerprint256.toUpperCase() === fingerprint.toUpperCase(),
      );
      socket.destroy();
      if (found?.ca) resolve(found.toString());
      else {
        const said = say('no certificate of {{host}} has the fingerprint entered', {
          host: cloud.host,
        });
        reject(new CloudFailure(CloudError.tlsFailed, said));
      }
    });
  });
}

/** The name that is asked for and checked; none where the cloud is known by its address. */
export function serverName(host: string): string {
  return /^[\d.]+$|:/.test(host) ? '' : host;
}

function chainOf(leaf: DetailedPeerCertificate): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let one: DetailedPeerCertificate | undefined = leaf;
  while (one?.raw && chain.length < LONGEST_CHAIN) {
    chain.push(new X509Certificate(one.raw));
    // The authority at the end of a chain is its own issuer.
    one = one.issuerCertificate === one ? undefined : one.issuerCertificate;
  }
  return chain;
}

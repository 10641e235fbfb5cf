import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { certificatesIn } from './authority.ts';

/** How the certificate of a host is checked: options of a TLS connection, whichever address it is reached at. */
interface Trust {
  readonly servername: string;
  readonly minVersion: 'TLSv1.2';
  readonly rejectUnauthorized: true;
  readonly ca?: string[];
  checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined;
}

/** Trusts what these authorities have signed for `host`, or what public authorities have if there are none. */
export function trustOf(host: string, authority: string): Trust {
  const own = certificatesIn(authority);
  return {
    // An address is no name of a server (RFC 6066 3).
    servername: isIP(host) === 0 ? host : '',
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(own.length > 0 && { ca: [...own] }),
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  };
}

import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group } from '../../../model/schema/object.ts';

/** The port of HTTPS where none is chosen (RFC 9110 4.2.2). */
export const HTTPS_PORT = 443;

/** Octets of a certificate with its chain, and of a key (docs/specification/system.md, "SSL"). */
export const PEM_MAXIMUM = 16 * 1024;

/** Names of the CGI upload and downloads. */
export const CERTIFICATE_UPLOAD = 'certificate';
export const CERTIFICATE_DOWNLOAD = 'certificate';
export const REQUEST_DOWNLOAD = 'certificate-request';

/** How the console is answered (docs/specification/system.md, "SSL"). */
export const sslCtrl = group('sslCtrl', {
  title: 'SSL',
  page: '/System/SSL',
  fields: {
    sslState: status({ label: 'HTTPS', default: 1 }),
    sslHttpMode: enumeration({
      label: 'HTTP',
      choices: { redirect: [1, 'Redirect to HTTPS'], off: [2, 'Off'], both: [3, 'Answer, too'] },
      help: 'Applies while HTTPS is enabled. On a loopback address, HTTP is answered even with the redirect.',
    }),
    sslPort: integer({
      label: 'HTTPS port',
      min: 1025,
      max: 65_535,
      fixed: [HTTPS_PORT],
      default: HTTPS_PORT,
      help: 'With a port other than 443, HTTPS answers on that port only; the HTTP port stays the same.',
    }),
    sslMinVersion: enumeration({
      label: 'Lowest version',
      choices: { tls12: [1, 'TLS 1.2'], tls13: [2, 'TLS 1.3'] },
    }),
    /** Does something with the certificate. */
    sslAction: enumeration({
      label: 'Action',
      choices: {
        selfSigned: [1, 'Make a self-signed certificate'],
        request: [2, 'Make a request'],
        deleteCertificate: [3, 'Delete the certificate'],
      },
      access: 'action',
    }),
    sslRequestName: text({
      label: 'Common name',
      minLength: 1,
      maxLength: 64,
      access: 'action',
      help: 'The name or address by which the browser asks for this switch.',
    }),
  },
  privateMib: {
    number: 125,
    columns: ['sslState', 'sslHttpMode', 'sslMinVersion', 'sslAction', 'sslRequestName', 'sslPort'],
  },
});

/** How HTTP is answered. */
export const HttpMode = sslCtrl.fields.sslHttpMode.values;

/** The lowest version of TLS. */
export const MinVersion = sslCtrl.fields.sslMinVersion.values;

/** What is done with the certificate. */
export const SslAction = sslCtrl.fields.sslAction.values;

/** The certificate that is answered with (docs/specification/system.md, "SSL"). */
export const sslCertEntry = group('sslCertEntry', {
  title: 'Certificate',
  page: '/System/SSL',
  fields: {
    sslCertStatus: enumeration({
      label: 'Status',
      choices: { 1: 'Valid', 2: 'Expired', 3: 'Not yet valid', 4: 'Mismatch', 5: 'Missing' },
      default: 5,
      access: 'ro',
    }),
    sslCertOrigin: enumeration({
      label: 'Origin',
      choices: { own: [1, 'Made by this switch'], uploaded: [2, 'Uploaded'] },
      access: 'ro',
    }),
    sslCertSubject: text({ label: 'Subject', maxLength: 1024, access: 'ro' }),
    sslCertIssuer: text({ label: 'Issuer', maxLength: 1024, access: 'ro' }),
    sslCertNames: text({ label: 'Names', maxLength: 4096, access: 'ro' }),
    sslCertNotBefore: dateTime({ label: 'Valid from' }),
    sslCertNotAfter: dateTime({ label: 'Valid until' }),
    sslCertFingerprint: text({ label: 'SHA-256 fingerprint', maxLength: 95, access: 'ro' }),
    sslCertChain: gauge({ label: 'Certificates in the chain' }),
    sslRequestSubject: text({ label: 'Open request', maxLength: 1024, access: 'ro' }),
  },
  privateMib: {
    number: 126,
    columns: [
      'sslCertStatus',
      'sslCertOrigin',
      'sslCertSubject',
      'sslCertIssuer',
      'sslCertNames',
      'sslCertNotBefore',
      'sslCertNotAfter',
      'sslCertFingerprint',
      'sslCertChain',
      'sslRequestSubject',
    ],
  },
});

/** Where the certificate is from. */
export const CertificateOrigin = sslCertEntry.fields.sslCertOrigin.values;

/** How it stands. */
export const CertificateStatus = { valid: 1, expired: 2, notYetValid: 3, missing: 5 } as const;

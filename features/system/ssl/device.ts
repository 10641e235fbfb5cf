import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Listener, ShownCertificate } from '../../../device/access-plan.ts';
import type { ConsoleSettings } from '../../../device/console-settings.ts';
import type { AccessContribution } from '../../../device/contribution.ts';
import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  type Download,
  type LiveOf,
  live,
  operation,
  type Service,
  type Upload,
} from '../../../device/feature.ts';
import { reasonOf } from '../../../device/flash/failure-reason.ts';
import { liveDefaults } from '../../../device/live-defaults.ts';
import { Severity } from '../../../device/log/log.ts';
import type { ManagementService } from '../../../device/permitted-sources.ts';
import { Refusal } from '../../../device/refusal.ts';
import { slotsWith } from '../../../device/slot.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../../model/values/date-time.ts';
import { formatIpv6, parseIpv6 } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { deviceTimeAt } from '../system-time/objects.ts';
import { type KeptCertificate, keptCertificate } from './kept-certificate.ts';
import {
  CERTIFICATE_DOWNLOAD,
  CERTIFICATE_UPLOAD,
  CertificateOrigin,
  CertificateStatus,
  HTTPS_PORT,
  HttpMode,
  MinVersion,
  PEM_MAXIMUM,
  REQUEST_DOWNLOAD,
  SslAction,
  sslCertEntry,
  sslCtrl,
} from './objects.ts';
import { certificateInUse, ownCertificate, type PresentCertificate, present } from './slots.ts';

/** Milliseconds before its end in which a certificate ends soon: it has to be replaced within a working day. */
const SOON = 24 * 3_600_000;

/** How clients judge the stored certificate. Browsers read only the names of the extension (RFC 9525 2). */
function judged(context: DeviceContext, kept: KeptCertificate): PresentCertificate {
  if (!kept.pair) return kept;
  const certificate = new X509Certificate(kept.pair.certificate);
  const until = Date.parse(certificate.validTo);
  const now = context.wallClock.now();
  const shown: ShownCertificate = {
    isOf: (host) =>
      isIP(host) === 0
        ? certificate.checkHost(host, { subject: 'never', partialWildcards: false }) !== undefined
        : certificate.checkIP(host) !== undefined,
    isExpired: until <= now,
    until: formatDateTime(deviceTimeAt(context.configuration(), until)),
  };
  return { ...kept, shown, ends: until, endsSoon: until - now < SOON };
}

function settingsOf({ configuration, slots }: DeviceContext): ConsoleSettings {
  const { sslState, sslHttpMode, sslMinVersion, sslPort } = configuration().group(sslCtrl);
  const https = sslState === Status.enabled;
  const modes = { [HttpMode.redirect]: 'redirect', [HttpMode.off]: 'off', [HttpMode.both]: 'serve' } as const;
  return {
    https,
    http: https ? modes[sslHttpMode] : 'serve',
    httpsPort: sslPort === HTTPS_PORT ? undefined : sslPort,
    minVersion: sslMinVersion === MinVersion.tls13 ? 'TLSv1.3' : 'TLSv1.2',
    pair: slots.get(present).pair,
  };
}

/** Configures the web server. */
const webServer: Service = {
  name: 'web server',
  reads: [sslCtrl],
  async start(context) {
    const kept = await context.keep(keptCertificate).load();
    if (kept) context.slots.update(present, () => judged(context, kept));
    context.console.configure(settingsOf(context));
    return { changed: () => context.console.configure(settingsOf(context)) };
  },
};

/** By what the console is reached, for the guard. */
const accessContribution: AccessContribution = {
  reads: [sslCtrl],
  uses: [present],
  compile(configuration, _hardware, slots) {
    const { shown } = slots.get(present);
    const { sslState, sslHttpMode, sslPort } = configuration.group(sslCtrl);
    const isSecure = sslState === Status.enabled;
    const http = {
      transport: 'tcp',
      port: 80,
      enabled: !isSecure || sslHttpMode === HttpMode.both,
      onLoopback: !isSecure || sslHttpMode !== HttpMode.off,
    } as const;
    const https = { transport: 'tcp', port: sslPort, enabled: isSecure, onLoopback: isSecure, secure: true } as const;
    return {
      listeners: new Map<ManagementService, Partial<Listener>>([
        ['http', http],
        ['https', https],
      ]),
      certificates: new Map(shown && [['https', shown]]),
    };
  },
};

/**
 * Puts what is to hold in force and keeps it; what cannot be kept changes nothing. One that the browser would refuse has to be
 * forced, and is kept once it is confirmed under the same name. Rejects with a `Refusal`.
 */
async function replace(
  context: DeviceContext,
  change: (before: KeptCertificate) => KeptCertificate,
  request: Pick<CallersRequest, 'caller' | 'forced'>,
): Promise<void> {
  const before = context.slots.get(present);
  const next = judged(context, change({ pair: before.pair, request: before.request }));
  const putInForce = (state: PresentCertificate) => {
    context.slots.update(present, () => state);
    context.console.configure(settingsOf(context));
  };
  await context.undertake(
    {
      foresee: (slots) => slotsWith(slots, present, next),
      carryOut: () => putInForce(next),
      takeBack: () => putInForce(before),
      keep: () => keep(context, next),
      isForCloud: true,
    },
    request,
  );
}

async function keep(context: DeviceContext, { pair, request }: KeptCertificate): Promise<void> {
  const kept = context.keep(keptCertificate);
  try {
    await (pair || request ? kept.save({ pair, request }) : kept.remove());
  } catch (error) {
    const message = say('The certificate could not be saved, because {{reason}}.', { reason: reasonOf(error) });
    throw new Refusal(ErrorCode.commitFailed, message);
  }
}

const uploadCertificate: Upload = {
  name: CERTIFICATE_UPLOAD,
  maximumSize: 2 * PEM_MAXIMUM,
  async receive(context, file, { passphrase = '', Force }, caller) {
    const { checkedPair } = await import('./check-certificate.ts');
    const before = context.slots.get(present);
    let text = '';
    for await (const chunk of file.chunks()) text += Buffer.from(chunk).toString('latin1');
    const isWithKey = /PRIVATE KEY-----/.test(text);
    try {
      // The certificate of a request comes back without its key.
      const key = isWithKey ? text : (before.request?.key ?? '');
      const pair = await checkedPair(
        { certificate: text, key, passphrase: isWithKey ? passphrase : '' },
        context.wallClock.now(),
      );
      await replace(context, ({ request }) => ({ pair, request: isWithKey ? request : undefined }), {
        caller,
        forced: Force === '1',
      });
    } catch (error) {
      if (error instanceof Refusal || !(error instanceof SpokenError)) throw error;
      throw new Refusal(ErrorCode.wrongValue, error.said);
    }
    context.log.write(Severity.notice, say('{{user}} uploaded a certificate.', { user: caller.user }));
    return {};
  },
};

const actions = operation(sslCtrl, {
  async operate(context, asked) {
    const { values, caller } = asked;
    if (values.sslAction === SslAction.deleteCertificate) {
      await replace(context, ({ request }) => ({ pair: undefined, request }), asked);
      context.log.write(Severity.notice, say('{{user}} deleted the certificate.', { user: caller.user }));
    }
    if (values.sslAction === SslAction.selfSigned) {
      await replace(context, ({ request }) => ({ pair: undefined, request }), asked);
      await ownCertificate(context, true);
      context.log.write(Severity.notice, say('{{user}} generated a new certificate.', { user: caller.user }));
    }
    if (values.sslAction === SslAction.request) {
      const { createRequest } = await import('./certificate-request.ts');
      const name = String(values.sslRequestName ?? context.hardware.modelName);
      const addresses = caller.connection ? [caller.connection.localAddress] : [];
      const request = await createRequest([name, ...addresses]);
      await replace(context, ({ pair }) => ({ pair, request }), asked);
    }
  },
});

const plain = (text: string | undefined) => (text ?? '').replaceAll('\n', ', ');

/** "DNS:switch.lan, IP Address:FD00:0:0:0:0:0:0:2" as "switch.lan, fd00::2". */
function namesIn(alternatives: string): string {
  return alternatives
    .split(', ')
    .map((alternative) => {
      const name = alternative.replace(/^(?:DNS|IP Address):/, '');
      const address = parseIpv6(name);
      return address === undefined ? name : formatIpv6(address);
    })
    .join(', ');
}

async function liveCertificate(context: DeviceContext): Promise<LiveOf<typeof sslCertEntry>> {
  const { pair, request } = context.slots.get(present);
  const chain = (pair ?? (await ownCertificate(context)))?.certificate ?? '';
  const open = request ? 'PKCS #10' : '';
  if (chain === '')
    return { ...liveDefaults(sslCertEntry), sslCertStatus: CertificateStatus.missing, sslRequestSubject: open };
  const certificate = new X509Certificate(chain);
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const now = context.wallClock.now();
  return {
    sslCertStatus:
      now > until ? CertificateStatus.expired : now < from ? CertificateStatus.notYetValid : CertificateStatus.valid,
    sslCertOrigin: pair ? CertificateOrigin.uploaded : CertificateOrigin.own,
    sslCertSubject: plain(certificate.subject),
    sslCertIssuer: plain(certificate.issuer),
    sslCertNames: namesIn(certificate.subjectAltName ?? ''),
    sslCertNotBefore: formatDateTime(deviceTimeAt(context.configuration(), from)),
    sslCertNotAfter: formatDateTime(deviceTimeAt(context.configuration(), until)),
    sslCertFingerprint: certificate.fingerprint256,
    sslCertChain: chain.split('-----BEGIN CERTIFICATE-----').length - 1,
    sslRequestSubject: open,
  };
}

const pem = 'application/x-pem-file';

const downloads: readonly Download[] = [
  {
    name: CERTIFICATE_DOWNLOAD,
    async fetch(context) {
      const content = (await certificateInUse(context))?.certificate;
      if (content !== undefined) return { fileName: 'switch.pem', contentType: pem, content };
      throw new Refusal(ErrorCode.noSuchName, say('No certificate yet.'));
    },
  },
  {
    name: REQUEST_DOWNLOAD,
    async fetch({ slots }) {
      const { request } = slots.get(present);
      if (request) return { fileName: 'switch.csr', contentType: pem, content: request.text };
      throw new Refusal(ErrorCode.noSuchName, say('No request has been created.'));
    },
  },
];

/** System > SSL. */
export const ssl: DeviceFeature = {
  objects: [sslCtrl, sslCertEntry],
  accessContributions: [accessContribution],
  live: [live(sslCertEntry, { group: liveCertificate })],
  operations: [actions],
  services: [webServer],
  uploads: [uploadCertificate],
  downloads,
};

import type { Algorithms } from 'ssh2';
import { LineService } from '../../../device/command-line/line-service.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { say } from '../../../model/values/message.ts';
import { saidBy } from '../../../model/values/spoken-error.ts';
import { parsePublicKeys } from '../../../protocols/ssh/public-key.ts';
import { verbs } from '../command-line-verbs.ts';
import { system } from '../system-management/objects.ts';
import { areUsable, type HostKey, keptHostKeys, makeHostKeys, offeredKeys } from './host-keys.ts';
import { AuthMethod, sshCtrl } from './objects.ts';
import { type ClientSurroundings, serveClient } from './serve-client.ts';
import { serveFiles } from './serve-files.ts';
import { serveScp } from './serve-scp.ts';
import { hostKeyStates, newHostKeys, sshState } from './slots.ts';
import { timesOf } from './times.ts';

/**
 * Offered algorithms: none with SHA-1, CBC or a group of its own, and no key exchange that costs the switch more than
 * some milliseconds. The library also names ssh-rsa and ssh-dss to users as accepted signatures (`server-sig-algs`, RFC
 * 8308 3.1), which cannot be set: `serveClient` refuses signatures with SHA-1, and no DSA key can be configured.
 */
const algorithms: Algorithms = {
  kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org', 'ecdh-sha2-nistp256'],
  serverHostKey: ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'rsa-sha2-512', 'rsa-sha2-256'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
};

/** Questions to a silent client without an answer after which it is gone. */
const SILENCES = 3;

/** Starts the server: it has its host keys, and listens until it is stopped. */
export async function startServer(context: ServiceContext): Promise<RunningService> {
  const { default: ssh2 } = await import('ssh2');
  const { log, slots, clock } = context;
  const kept = context.keep(keptHostKeys);
  const settings = () => context.configuration().group(sshCtrl);
  let keys: readonly HostKey[] = (await kept.load()) ?? [];
  let userKeys = parsePublicKeys(settings().sshUserKeyFile) ?? [];

  const tellKeys = () =>
    slots.update(hostKeyStates, () =>
      keys.map(({ type, bits, fingerprint, created }) => ({ type, bits, fingerprint, created })),
    );

  async function renew(): Promise<void> {
    keys = await makeHostKeys(context.wallClock.now());
    await kept.save(keys).catch((error: unknown) => {
      const message = say('The SSH host keys could not be saved: {{reason}}', { reason: saidBy(error) });
      log.write(Severity.error, message);
    });
  }

  const around: ClientSurroundings = {
    settings() {
      const { sshAuthMethods, sshAuthRetries } = settings();
      return { methods: sshAuthMethods, retries: sshAuthRetries, keys: userKeys };
    },
    files(sftp, { line }, isProved) {
      // A login by password is the proof that a change asks for again; a key was never typed.
      if (isProved) context.sessions.proved(line.id);
      serveFiles(sftp, context, line);
    },
    copies(channel, order, { line }, isProved) {
      if (isProved) context.sessions.proved(line.id);
      return serveScp(channel, order, context, line);
    },
    verify(key, signed, signature, hash) {
      const parsed = ssh2.utils.parseKey(key);
      return !(parsed instanceof Error) && parsed.verify(signed, signature, hash) === true;
    },
  };

  if (!(await areUsable(keys))) await renew();
  tellKeys();

  const lines = new LineService(context, {
    name: say('SSH'),
    service: 'ssh',
    state: sshState,
    verbs,
    port: () => settings().sshServicePort,
    vlan: () => settings().sshVlan || undefined,
    maximum: () => settings().sshMaxSessions,
    takesKeys: () => (settings().sshAuthMethods & AuthMethod.publicKey) !== 0 && userKeys.length > 0,
    graceTime: () => timesOf(settings()).graceTime,
    switchName: () => context.configuration().group(system).sysName || context.hardware.modelName,
    serve(socket, guest) {
      const { keepaliveInterval, rekeyInterval } = timesOf(settings());
      const configuration = {
        hostKeys: keys.flatMap(({ privateKey }) => offeredKeys(privateKey, ssh2.utils.parseKey)),
        algorithms,
        ident: 'Faceplate',
        keepaliveInterval,
        keepaliveCountMax: SILENCES,
      };
      // A server of its own for each connection: keys and times are the present ones, and connections cannot be
      // confused.
      const server = new ssh2.Server(configuration, (client) => {
        serveClient(client, guest, around);
        const stop = clock.every(rekeyInterval, () => client.rekey());
        client.once('close', stop);
      });
      server.injectSocket(socket);
    },
  });
  context.offer(newHostKeys, async () => {
    await renew();
    tellKeys();
  });
  await lines.listen();
  return {
    changed() {
      userKeys = parsePublicKeys(settings().sshUserKeyFile) ?? [];
      void lines.listen();
    },
    stop() {
      lines.close();
      slots.update(hostKeyStates, () => []);
    },
  };
}

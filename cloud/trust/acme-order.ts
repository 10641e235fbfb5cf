import { get } from 'node:https';
import type { KeyPair } from '../../device/console-settings.ts';
import type { Answers } from './acme-keeping.ts';
import { newPrivateKey } from './new-private-key.ts';

/** How a certificate is obtained from a public authority by ACME (RFC 8555). */
export interface AcmeOptions {
  /** URL of its directory. */
  readonly directory: string;
  /** Where its questions are answered: port 80 of the names, as the authority sees them. */
  readonly listen: { readonly host: string; readonly port: number };
  /** An e-mail address that the authority may write to. */
  readonly contact: string | undefined;
}

/** What is ordered, and by whom. */
export interface AcmeOrder {
  readonly options: AcmeOptions;
  /** Host names, the first one also as the common name. */
  readonly names: readonly [string, ...string[]];
  /** Of the account at the authority (PEM), which is opened if there is none for it. */
  readonly accountKey: string;
  /** Begins to answer the authority's questions. */
  answers(): Promise<Answers>;
}

/** Milliseconds for one answer of the authority. */
const PATIENCE = 30_000;
/** Milliseconds between looks at an order that the authority works on, growing. */
const LOOK = { backoffMin: 1000, backoffMax: 30_000, backoffAttempts: 10 };

/** Obtains a certificate for names that lead here. Rejects with the authority's words, or the system's. */
export async function orderCertificate({ options, names, accountKey, answers }: AcmeOrder): Promise<KeyPair> {
  await reach(options.directory);
  const { default: acme } = await import('acme-client');
  acme.axios.defaults.timeout = PATIENCE;
  // Whole orders are repeated, not single questions.
  Object.assign(acme.axios.defaults, { acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 1 } });
  const { directory, contact } = options;
  const client = new acme.Client({ directoryUrl: directory, accountKey, ...LOOK });
  const contacts = contact === undefined ? {} : { contact: [`mailto:${contact}`] };
  await client.createAccount({ termsOfServiceAgreed: true, ...contacts });
  const [commonName] = names;
  const key = newPrivateKey();
  const [, csr] = await acme.crypto.createCsr({ commonName, altNames: [...names] }, key);
  const given = await answers();
  try {
    const certificate = await client.auto({
      csr,
      challengePriority: ['http-01'],
      // The way from here to this host's own name is often another one than the authority's.
      skipChallengeVerification: true,
      async challengeCreateFn(_, { type, token }, answer) {
        if (type !== 'http-01') throw new Error('The authority does not ask by HTTP-01.');
        await given.set(token, answer);
      },
      challengeRemoveFn: (_, { token }) => given.set(token, undefined),
    });
    return { certificate, key };
  } catch (error) {
    // Of acme-client, when a connection ends before the answer.
    throw error instanceof TypeError ? new Error('The authority stopped answering') : error;
  } finally {
    await given.close();
  }
}

/** Asks for the directory: acme-client loses the reason if no answer comes. */
function reach(directory: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(directory, { timeout: PATIENCE }, (response) => {
      response.resume();
      resolve();
    });
    request.on('timeout', () => request.destroy(new Error(`${new URL(directory).host} does not answer`)));
    request.on('error', reject);
  });
}

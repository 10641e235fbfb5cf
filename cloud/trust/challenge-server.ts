import { createServer } from 'node:http';

/** Where a certificate authority's questions are answered. */
export interface ChallengePlace {
  readonly host: string;
  readonly port: number;
}

/** A server for the questions of HTTP-01 (RFC 8555, 8.3). */
interface ChallengeServer {
  close(): Promise<void>;
}

const PATH = '/.well-known/acme-challenge/';
/** An authority asks from a few places; anyone else may ask, too. */
const CONNECTIONS = 64;
/** Milliseconds for one question. */
const PATIENCE = 5000;
/** Tokens are 128 bits and more, in the letters of base64url; nothing else is looked for. */
const TOKEN = /^[\w-]{20,200}$/;

/** Listens for questions; `answerTo` knows the answer to a token. Rejects with a sentence if the port cannot be had. */
export async function startChallengeServer(
  { host, port }: ChallengePlace,
  answerTo: (token: string) => Promise<string | undefined>,
): Promise<ChallengeServer> {
  const server = createServer(
    { headersTimeout: PATIENCE, requestTimeout: PATIENCE },
    async ({ url = '' }, response) => {
      const token = url.startsWith(PATH) ? url.slice(PATH.length) : '';
      // A store that does not answer knows none.
      const answer = TOKEN.test(token) ? await answerTo(token).catch(() => undefined) : undefined;
      const head = { connection: 'close', 'content-type': 'text/plain' };
      response.writeHead(answer === undefined ? 404 : 200, head).end(answer);
    },
  );
  server.maxConnections = CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => reject(new Error(`Port ${port} cannot be used: ${message}`)));
    server.listen({ host, port }, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

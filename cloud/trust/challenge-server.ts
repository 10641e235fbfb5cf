import { createServer } from 'node:http';

/** Where a certificate authority's questions are answered. */
interface ChallengePlace {
  readonly host: string;
  readonly port: number;
}

/** Answers of HTTP-01 (RFC 8555, 8.3), as long as an order is under way. */
export interface ChallengeServer {
  /** Sets the answer to a token; undefined takes it away. */
  set(token: string, answer: string | undefined): void;
  close(): Promise<void>;
}

const PATH = '/.well-known/acme-challenge/';
/** An authority asks from a few places; anyone else may ask, too. */
const CONNECTIONS = 64;
/** Milliseconds for one question. */
const PATIENCE = 5000;

/** Listens for questions. Rejects with a sentence if the port cannot be had. */
export async function startChallengeServer({ host, port }: ChallengePlace): Promise<ChallengeServer> {
  const answers = new Map<string, string>();
  const server = createServer({ headersTimeout: PATIENCE, requestTimeout: PATIENCE }, ({ url = '' }, response) => {
    const answer = url.startsWith(PATH) ? answers.get(url.slice(PATH.length)) : undefined;
    const head = { connection: 'close', 'content-type': 'text/plain' };
    response.writeHead(answer === undefined ? 404 : 200, head).end(answer);
  });
  server.maxConnections = CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => reject(new Error(`Port ${port} cannot be used: ${message}`)));
    server.listen({ host, port }, resolve);
  });
  return {
    set(token, answer) {
      if (answer === undefined) answers.delete(token);
      else answers.set(token, answer);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

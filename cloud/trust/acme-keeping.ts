import { randomUUID } from 'node:crypto';
import { readCheckedFile, writeCheckedFile } from '../../device/flash/checked-file.ts';
import type { FlashFiles } from '../../device/flash/flash-files.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { isRecord } from '../../model/values/json-record.ts';
import type { Store } from '../store/store.ts';
import { type ChallengePlace, startChallengeServer } from './challenge-server.ts';

const FORMAT = 'faceplate-cloud-acme';

/** Answers to the questions of an authority while an order is under way. */
export interface Answers {
  /** Sets the answer to a token; undefined takes it away. */
  set(token: string, answer: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Where account, certificate and keys of an authority are kept, who of several processes orders, and how questions are answered. */
export interface AcmeKeeping {
  /** Whether other processes use and renew the same certificate. */
  readonly isShared: boolean;
  /** What is kept, as text; undefined for nothing, and for a damaged file: everything in it can be had again. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  /** Whether it is this process that orders, for so many milliseconds from now. */
  takeTurn(length: number): Promise<boolean>;
  /** Begins to answer. Rejects with a sentence if the port cannot be had. */
  answers(): Promise<Answers>;
  close(): Promise<void>;
}

/** In a file of the one process, which listens for questions during an order only. */
export function acmeInFile(files: FlashFiles, path: string, listen: ChallengePlace): AcmeKeeping {
  return {
    isShared: false,
    async read() {
      const found = await readCheckedFile(files, path, FORMAT);
      if (found.kind === 'unreadable') throw new Error(`The file ${path} cannot be read.`);
      return found.kind === 'whole' ? found.body : undefined;
    },
    write: (text) => writeCheckedFile(files, path, FORMAT, `${text}\n`),
    takeTurn: async () => true,
    async answers() {
      const known = new Map<string, string>();
      const server = await startChallengeServer(listen, async (token) => known.get(token));
      return {
        async set(token, answer) {
          if (answer === undefined) known.delete(token);
          else known.set(token, answer);
        },
        close: () => server.close(),
      };
    },
    close: async () => {},
  };
}

/** Names of shared values, and of the turn. */
const KEPT = 'acme';
const ANSWERS = 'acme-answers';

/**
 * In the store of several processes: one of them orders, and each of them listens for questions at all times, since the authority
 * may come to any. Rejects with a sentence if the port cannot be had.
 */
export async function acmeInStore(
  store: Pick<Store, 'shared' | 'reshare' | 'takeTurn'>,
  wallClock: Pick<WallClock, 'now'>,
  listen: ChallengePlace,
): Promise<AcmeKeeping> {
  const holder = randomUUID();
  const known = async () => readAnswers(await store.shared(ANSWERS));
  const server = await startChallengeServer(listen, async (token) => (await known()).get(token));
  return {
    isShared: true,
    read: () => store.shared(KEPT),
    write: (text) => store.reshare(KEPT, text),
    takeTurn: (length) => store.takeTurn(KEPT, holder, wallClock.now(), length),
    async answers() {
      // What an order left that was cut off is of no use.
      const present = new Map<string, string>();
      let written: Promise<void> = Promise.resolve();
      // One after the other, each with all that is known by then: names are proved side by side, and of two writes at once the older
      // one might come last.
      const keep = () => {
        written = written
          .catch(() => {})
          .then(() => store.reshare(ANSWERS, JSON.stringify(Object.fromEntries(present))));
        return written;
      };
      return {
        set(token, answer) {
          if (answer === undefined) present.delete(token);
          else present.set(token, answer);
          return keep();
        },
        close: async () => {},
      };
    },
    close: () => server.close(),
  };
}

function readAnswers(text: string | undefined): ReadonlyMap<string, string> {
  const json: unknown = text === undefined ? {} : JSON.parse(text);
  return new Map(isRecord(json) ? Object.entries(json).map(([token, answer]) => [token, String(answer)]) : []);
}

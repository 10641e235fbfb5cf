import type { IncomingMessage, RequestListener } from 'node:http';
import { builtConsole } from '../../device/http/built-console.ts';
import { LargeBodies } from '../../device/http/large-bodies.ts';
import { oneAtATime } from '../../device/http/one-at-a-time.ts';
import { UntakenAnswers } from '../../device/http/untaken-answers.ts';
import { type WebAnswererOptions, webAnswerer } from '../../device/http/web-server.ts';
import type { Backend } from '../../device/switch/backend.ts';

/** Base path of the console of each switch: "/switch/0011…/". */
const SWITCHES = /^\/switch\/([0-9A-Za-z-]{1,32})(?:\/([^?]*))?(\?.*)?$/;

/** Pages that are kept ready: strangers get the same one for every switch. */
const READY = 100;

/** Sources of a cloud's web server. */
interface ConsolePages extends Omit<WebAnswererOptions, 'built' | 'large'> {
  /** Folders of the fleet console's build and of the console's, whose files are at the same addresses. */
  readonly fleetDirectory: string;
  readonly consoleDirectory: string;
  /** The backend of a switch. */
  backendOf(serial: string): Backend;
}

/**
 * Answers for the fleet console, and below the path of each switch for the console of that one. Anybody may ask for a switch that
 * there is not: nothing is read, made or kept for one.
 */
export function consolePages({
  fleetDirectory,
  consoleDirectory,
  backendOf,
  ...shared
}: ConsolePages): RequestListener {
  const large = new LargeBodies();
  const untaken = new UntakenAnswers();
  const fleet = webAnswerer({
    ...shared,
    large,
    untaken,
    built: builtConsole(fleetDirectory, { moreFiles: [consoleDirectory] }),
  });
  const built = builtConsole(consoleDirectory, { keptPages: READY });
  return oneAtATime((request, response) => {
    const asked = switchIn(request);
    if (!asked) return fleet(request, response);
    const { serial, path } = asked;
    if (path === undefined) {
      // Addresses of the page are beside it, so its own ends in a slash.
      response.writeHead(308, { location: `/switch/${serial}/`, 'content-length': 0 }).end();
      return undefined;
    }
    request.url = path;
    return webAnswerer({ ...shared, large, untaken, built, backend: backendOf(serial) })(request, response);
  });
}

/** The switch that a request is for, and what of it; undefined for one of the fleet console's own. */
function switchIn({
  url = '',
}: IncomingMessage): { readonly serial: string; readonly path: string | undefined } | undefined {
  const [, serial, path, query = ''] = SWITCHES.exec(url) ?? [];
  if (serial === undefined) return undefined;
  return { serial, path: path === undefined ? undefined : `/${path}${query}` };
}

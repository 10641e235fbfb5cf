// `npm run dev`: the console with its changes in place as they are written, and the agent from its sources, restarted when they
// change, on what was configured. Further words are the agent's: `npm run dev -- --model TEG-082WS`.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answerHelp, installPackages } from './installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await answerHelp('device');
installPackages(root);
// Only now are the packages there that these need.
const { createServer } = await import('vite');
const { placeFeatures } = await import('./place-features.mjs');
const { startDevelopedAgent } = await import('./dev-agent.mjs');

/** Where the console is; the agent listens behind it. */
const PORT = Number(process.env.PORT ?? 8080);
const HOST = '127.0.0.1';

process.env.FACEPLATE_INITIAL_PASSWORD ??= 'dev-Passw0rd';

/** Milliseconds in which an editor has written all files of one change. */
const TOGETHER = 30;

placeFeatures();
const agent = await startDevelopedAgent(join(root, '.cache', 'dev', String(PORT)), process.argv.slice(2));

/** The session of the browser that has called last. */
let session;

function noteSession(request) {
  const { cookie } = request.headers;
  if (!cookie || request.url !== '/iss/specific/rpc.js') return;
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const gambit = new URLSearchParams(body).get('Gambit');
    if (gambit) session = { cookie, gambit };
  });
}

/** What the switch says of itself stands in its page. */
const deviceGlobals = {
  name: 'device globals',
  async transformIndexHtml(html) {
    const block = /<script type="application\/json" id="device">.*?<\/script>/;
    const page = await (await fetch(`${agent.origin}/`)).text();
    return html.replace(block, (empty) => block.exec(page)?.[0] ?? empty);
  },
};

const toAgent = {
  target: agent.origin,
  configure: (proxy) => proxy.on('proxyReq', (_, request) => noteSession(request)),
};
const server = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  cacheDir: join(root, '.cache', 'vite'),
  plugins: [deviceGlobals],
  server: {
    ...{ host: HOST, port: PORT, strictPort: true },
    proxy: Object.fromEntries(
      ['/iss', '/reference', '/metrics', '/healthz', '/readyz'].map((place) => [place, toAgent]),
    ),
    watch: { ignored: ['**/dist/**', '**/.cache/**', '**/test-results/**', '**/docs/**', '**/*.test.{ts,tsx}'] },
  },
});
await server.listen();
console.log(
  `The console is at http://${HOST}:${PORT}/, user admin, password ${process.env.FACEPLATE_INITIAL_PASSWORD}`,
);

/** Changes of the agent's sources that it does not have yet. */
const due = new Set();
let isUnderWay = false;

async function follow() {
  if (isUnderWay) return;
  isUnderWay = true;
  await sleep(TOGETHER);
  while (due.size > 0) {
    const paths = [...due];
    due.clear();
    const begun = Date.now();
    const isRunning = await agent.restart(paths, session);
    if (!isRunning) continue;
    session = undefined;
    console.log(`The agent runs with the change (${((Date.now() - begun) / 1000).toFixed(1)} s).`);
    server.ws.send({ type: 'full-reload' });
  }
  isUnderWay = false;
}

server.watcher.on('all', (event, path) => {
  // A page or an object of its own has its place in the lists.
  if (event !== 'change' && path.startsWith(join(root, 'features'))) placeFeatures();
  if (!agent.uses(path)) return;
  due.add(path);
  void follow();
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await Promise.all([server.close(), agent.close()]);
    process.exit(0);
  });
}

// Starts the servers of a large fleet, to try it on this machine: three nodes of NATS and a PostgreSQL
// (docs/large-fleet.md). They store nothing beyond this program, and end with it.
import { register } from 'tsx/esm/api';

register();
const { startTestBus, startTestStore } = await import('../tests/cloud/test-servers.ts');

const [bus, store] = await Promise.all([startTestBus(), startTestStore()]);
console.log(`export FACEPLATE_BUS='${bus.address}'\nexport FACEPLATE_STORE='${store.database()}'`);

const end = async () => {
  await Promise.all([bus.close(), store.close()]);
  process.exit(0);
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
setInterval(() => {}, 2 ** 30);

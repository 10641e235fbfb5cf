import { hostFiles } from '../../device/flash/flash-files.ts';
import { startTestAgent } from './test-agent.ts';

// Saves the name "new" over the name "old" and dies by SIGKILL at the file operation that the second argument counts to;
// with "half", in the middle of a write. Prints "saved" if it was not reached.
const [directory = '', at = '0', half] = process.argv.slice(2);
let countdown = Number.POSITIVE_INFINITY;

async function step<T>(action: () => Promise<T>, partly?: () => Promise<unknown>): Promise<T> {
  countdown -= 1;
  if (countdown === 0) {
    if (half) await partly?.();
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  }
  return action();
}

const agent = await startTestAgent({
  directory,
  files: {
    read: (path) => step(() => hostFiles.read(path)),
    write: (path, content) =>
      step(
        () => hostFiles.write(path, content),
        () => hostFiles.write(path, content.slice(0, content.length / 2)),
      ),
    rename: (from, to) =>
      step(
        () => hostFiles.rename(from, to),
        () => hostFiles.rename(from, to),
      ),
    syncFolder: (path) => step(() => hostFiles.syncFolder(path)),
    remove: (path) => step(() => hostFiles.remove(path)),
    makeFolder: (path) => step(() => hostFiles.makeFolder(path)),
    list: (path) => step(() => hostFiles.list(path)),
  },
});
const client = await agent.signedIn();
await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
countdown = Number(at);
await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
await agent.running.context.flash.settled();
console.log('saved');
process.exit(0);

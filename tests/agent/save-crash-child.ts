import { hostFiles } from '../../device/flash/flash-files.ts';
import { startTestAgent } from './test-agent.ts';

// Does what the second argument says ("start", "save", "reset") and dies by SIGKILL at the file operation that the third one
// counts to; with "half", in the middle of a write. Prints "done" if it was not reached.
const [directory = '', what = '', at = '0', half] = process.argv.slice(2);
let countdown = what === 'start' ? Number(at) : Number.POSITIVE_INFINITY;

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
if (what === 'reset') await client.set('sysRebootCtrl', { rebootType: 4 });
else await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
await agent.running.context.flash.settled();
await agent.running.context.journal.settled();
console.log('done');
process.exit(0);

import { CutFiles, SAVED_FILES } from './cut-files.ts';
import { confirmRestore, prepareRestore, putWhole } from './restoring.ts';
import { startTestAgent } from './test-agent.ts';

// Does what the second argument says ("start", "save", "reset", "restore") and dies by SIGKILL at the file operation that the third one
// counts to; with "half", in the middle of a write.
const [directory = '', what = '', at = '0', half] = process.argv.slice(2);
const files = new CutFiles(() => process.kill(process.pid, 'SIGKILL'));
if (what === 'start') files.cutAt(Number(at), Boolean(half));
const agent = await startTestAgent({ directory, files });
const client = await agent.signedIn();
const { error } = await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
if (error.code !== 0) throw new Error(`The change was refused: ${JSON.stringify(error)}`);
files.cutAt(Number(at), Boolean(half), what === 'save' ? SAVED_FILES : undefined);
if (what === 'restore') {
  files.cutAt(Number.POSITIVE_INFINITY, false);
  await putWhole(client, 222, 'new');
  await prepareRestore(client, async () => {
    await putWhole(client, 111, 'old');
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await agent.running.context.flash.settled();
    await agent.running.context.journal.settled();
  });
  files.cutAt(Number(at), Boolean(half), SAVED_FILES);
  await confirmRestore(client);
} else if (what === 'reset') await client.set('sysRebootCtrl', { rebootType: 4 });
else await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
await agent.running.context.flash.settled();
await agent.running.context.journal.settled();
process.exit(0);

import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { sshCtrl, sshHostKeyEntry, sshSessionEntry, sshUserKeyEntry } from './objects.ts';

export default [
  form(sshCtrl, {
    title: 'Server',
    what: 'SSH',
    fields: [
      ['sshState', 'sshServicePort', 'sshVlan'],
      ['sshMaxSessions', 'sshPollInterval', 'sshRekeyInterval'],
      ['sshAuthMethods', 'sshAuthTimeout', 'sshAuthRetries'],
    ],
  }),
  facts('Where it is reached', [fact(sshCtrl, 'sshListening'), fact(sshCtrl, 'sshVersion')], { poll: 5000 }),
  list(sshHostKeyEntry, { title: 'Host keys', filter: false }),
  list(sshUserKeyEntry, { title: 'Public keys', filter: false }),
  list(sshSessionEntry, { title: 'Active sessions', filter: false, poll: 5000 }),
];

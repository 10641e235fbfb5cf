import { page } from '../../../console/navigation/page.ts';

/** System > SSH: the command line over an encrypted connection (docs/specification/system.md). */
export const sshPage = page({
  under: ['System'],
  title: 'SSH',
  sentence: 'The command line over an encrypted connection.',
  keywords: 'ssh cli command line shell host key public key fingerprint terminal',
  reads: ['sshCtrl', 'sshHostKeyEntry', 'sshUserKeyEntry', 'sshSessionEntry'],
  page: () => import('./parts.tsx'),
});

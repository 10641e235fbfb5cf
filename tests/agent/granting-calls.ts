/** An SSH key. */
export const KEY = `ssh-ed25519 ${Buffer.concat([
  Buffer.from([0, 0, 0, 11]),
  Buffer.from('ssh-ed25519'),
  Buffer.from([0, 0, 0, 32]),
  Buffer.alloc(32, 7),
]).toString('base64')} me`;

export const server = { radiusServerPriority: 1, radiusServerAddress: '192.0.2.1', radiusServerKey: 'k', RowStatus: 4 };

/** Every call that grants access, or shows what does. */
export const granting: readonly (readonly [
  string,
  { readonly Template: string } & Readonly<Record<string, unknown>>,
])[] = [
  ['an SSH key', { Template: 'sshCtrl', sshUserKeyFile: KEY }],
  ['a RADIUS server', { Template: 'radiusServerEntry', ...server }],
  ['logging in by RADIUS', { Template: 'radiusConfig', radiusLoginStatus: 1 }],
  [
    'a TACACS+ server',
    {
      Template: 'tacacsServerEntry',
      tacacsServerPriority: 1,
      tacacsServerAddress: '192.0.2.2',
      tacacsServerKey: 'k',
      RowStatus: 4,
    },
  ],
  ['logging in by TACACS+', { Template: 'tacacsConfig', tacacsLoginStatus: 1 }],
  [
    'a backup with secrets',
    { Template: 'cfgTransferCtrl', cfgDirection: 1, cfgIncludeSecrets: 2, cfgPassphrase: 'open-Sesame-7' },
  ],
  ['an API token', { Template: 'apiTokenCtrl', apiTokenNewName: 'eve' }],
  ['collectors without a token', { Template: 'metricsCtrl', metricsNetworks: '0.0.0.0/0' }],
  ['auto-configuration', { Template: 'dhcpAutoConfigCtrl', dhcpAutoConfigState: 1 }],
  ['a community', { Template: 'snmpCommunityEntry', snmpCommunityIndex: '1', snmpCommunityName: 'x', RowStatus: 4 }],
  [
    'an SNMP user',
    {
      Template: 'usmUserEntry',
      usmUserEngineID: '',
      usmUserName: 'eve',
      vacmGroupName: 'initial',
      usmUserAuthPassword: 'eve-and-adam',
      usmUserPrivPassword: 'eve-and-adam',
      RowStatus: 4,
    },
  ],
  [
    'what an SNMP group may set',
    {
      Template: 'vacmAccessEntry',
      vacmGroupName: 'ReadOnly',
      vacmAccessSecurityModel: 2,
      vacmAccessSecurityLevel: 1,
      vacmAccessWriteViewName: 'ReadWrite',
    },
  ],
  [
    'what an SNMP view shows',
    {
      Template: 'vacmViewTreeFamilyEntry',
      vacmViewTreeFamilyViewName: 'restricted',
      vacmViewTreeFamilySubtree: '1',
      RowStatus: 4,
    },
  ],
  [
    'an SNMP view without what it excluded',
    {
      Template: 'vacmViewTreeFamilyEntry',
      vacmViewTreeFamilyViewName: 'restricted',
      vacmViewTreeFamilySubtree: '1.3.6.1.2.1.11',
      RowStatus: 6,
    },
  ],
  ['the cloud', { Template: 'sysCloudCtrl', systemCloudState: 1 }],
  ['another account of the cloud', { Template: 'sysCloudCtrl', systemCloudAccount: 'mallory' }],
  ['a restore', { Template: 'cfgTransferCtrl', cfgConfirm: 1 }],
  ['a restore that is in force at once', { Template: 'cfgTransferCtrl', cfgConfirm: 2 }],
];

import { enumeration, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { host } from '../../../model/schema/kinds/host.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group } from '../../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../../model/values/message.ts';

/**
 * Taking the configuration out and putting one in (docs/specification/system.md, "Config Backup/Restore"). A backup is asked for by
 * setting `cfgDirection` 1 with its choices; the file is then fetched once, or the device sends it to the TFTP server. A file to be
 * restored is uploaded, or fetched from there by `cfgDirection` 2; it is checked, and taken over by `cfgConfirm`. Nothing of this
 * is part of the configuration.
 */
export const cfgTransferCtrl = group('cfgTransferCtrl', {
  title: 'Configuration transfer',
  page: '/Tools/ConfigBackupRestore',
  fields: {
    cfgDirection: enumeration({
      label: 'Operation',
      choices: { backup: [1, 'Backup'], restore: [2, 'Restore'] },
      access: 'action',
      help: 'Backup writes a configuration to a file, Restore reads one.',
    }),
    cfgMethod: enumeration({
      label: 'Method',
      choices: { http: [1, 'HTTP'], tftp: [2, 'TFTP'] },
      access: 'action',
      help: 'HTTP transfers the file with the browser, TFTP with a server.',
    }),
    cfgServerAddr: host({ label: 'TFTP server', access: 'action', help: 'Address or name of the server.' }),
    cfgServerVlan: vlanId({
      label: 'VLAN',
      min: 2,
      fixed: [0],
      default: 0,
      words: { 0: 'any' },
      access: 'action',
      help: 'The VLAN of a server with a link-local address; 0 for any.',
    }),
    cfgFileName: text({
      label: 'File name',
      minLength: 1,
      maxLength: 64,
      characters: /[\x21-\x7e]/,
      pattern: { matches: /^(?!.*\.\.)/, refusal: say('File name must be a file name without "..".') },
      access: 'action',
      help: 'Name and path on the server.',
    }),
    cfgSlotId: enumeration({
      label: 'Configuration',
      choices: { 0: 'Running', 1: 'Configuration 1', 2: 'Configuration 2' },
      access: 'action',
      help: 'Which configuration the backup contains.',
    }),
    cfgMode: enumeration({
      label: 'Restore as',
      choices: { replace: [1, 'Replace'], merge: [2, 'Merge'] },
      access: 'action',
      help: 'Replace resets settings that the file does not have to factory values; Merge leaves them as they are.',
    }),
    cfgIncludeSecrets: enumeration({
      label: 'Secrets in backup',
      choices: { none: [1, 'None'], encrypted: [2, 'Encrypted with passphrase'] },
      access: 'action',
      help: 'Passwords and keys. Without them, entries that are new to the restoring switch have none.',
    }),
    cfgPassphrase: secret({
      label: 'Passphrase',
      minLength: 8,
      maxLength: 32,
      access: 'action',
      help: 'Encrypts the secrets in the file; the same one is needed to restore them.',
    }),
    cfgKeepAddress: truth({
      label: 'Keep present IP settings',
      default: 1,
      access: 'action',
      help: 'The IPv4 interfaces, their addresses and the default gateway stay as they are.',
    }),
    /** 1 takes over the file that was checked last, and restarts; 2 puts it in force at once, and saves nothing. */
    cfgConfirm: integer({
      label: 'Confirm',
      min: 1,
      max: 2,
      access: 'action',
      help: '1 saves the checked file and restarts; 2 puts it in force without saving.',
    }),
    cfgOperStatus: enumeration({
      label: 'Status',
      choices: {
        idle: [0, 'Idle'],
        success: [1, 'Success'],
        failure: [2, 'Failure'],
        transferring: [3, 'Transferring'],
        checking: [4, 'Checking'],
      },
      access: 'ro',
      help: 'State of the last transfer.',
    }),
    cfgLastError: text({ label: 'Reason', maxLength: 1024, access: 'ro', help: 'Why the transfer failed.' }),
    /** The reason as a `Message` in JSON. */
    cfgLastErrorSaid: text({
      label: 'Message',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
      help: 'The same with its values as JSON, for other languages.',
    }),
    /** Changes of the pending file; shown to the session that sent it. */
    cfgRestoreChanges: gauge({
      label: 'Settings that change',
      help: 'Number of settings that the checked file would change.',
    }),
    /** SHA-256 of that file. */
    cfgRestoreDigest: text({ label: 'Fingerprint', maxLength: 64, access: 'ro', help: 'SHA-256 of the checked file.' }),
    cfgRestoreReport: text({
      label: 'Changes',
      maxLength: 65_535,
      access: 'ro',
      help: 'Changes that the checked file would make.',
    }),
    /** Its lines as a list of `Message` in JSON. */
    cfgRestoreSaid: text({
      label: 'Message',
      maxLength: 65_535,
      access: 'ro',
      help: 'The same with its values as JSON, for other languages.',
    }),
    /** Secrets that entries in force lack, since a restored file did not hold them: a list of `Message` in JSON. */
    cfgMissingSecrets: text({
      label: 'Missing secrets',
      maxLength: 65_535,
      access: 'ro',
      help: 'Entries whose password or key the restored file did not have; enter it again.',
    }),
  },
  privateMib: {
    number: 43,
    columns: [
      'cfgDirection',
      'cfgMethod',
      'cfgServerAddr',
      'cfgServerVlan',
      'cfgFileName',
      'cfgSlotId',
      'cfgMode',
      'cfgIncludeSecrets',
      'cfgPassphrase',
      'cfgKeepAddress',
      'cfgConfirm',
      'cfgOperStatus',
      'cfgLastError',
      'cfgRestoreChanges',
      'cfgRestoreReport',
      'cfgLastErrorSaid',
      'cfgRestoreSaid',
      'cfgRestoreDigest',
      'cfgMissingSecrets',
    ],
  },
});

/** State of the last transfer; shaped after `configOperStatus`. */
export const TransferStatus = cfgTransferCtrl.fields.cfgOperStatus.values;

/** Treatment of settings that the file does not name. */
export const RestoreMode = cfgTransferCtrl.fields.cfgMode.values;

/** Whether a backup holds secrets. */
export const BackupSecrets = cfgTransferCtrl.fields.cfgIncludeSecrets.values;

/** How it gets there. */
export const TransferMethod = cfgTransferCtrl.fields.cfgMethod.values;

/** Which way a configuration goes. */
export const TransferDirection = cfgTransferCtrl.fields.cfgDirection.values;

/** The columns that name a TFTP server and a file there. */
export const cfgServer = {
  object: cfgTransferCtrl,
  address: 'cfgServerAddr',
  vlan: 'cfgServerVlan',
  fileName: 'cfgFileName',
} as const;

/** The CGI name under which the file that was asked for is fetched. */
export const BACKUP_DOWNLOAD = 'config_backup';

/** The CGI name under which a file is sent. */
export const RESTORE_UPLOAD = 'config_restore';

import { enumeration, truth } from '../../../model/schema/kinds/enumeration.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group } from '../../../model/schema/object.ts';

/** Whether a backup holds secrets. */
export const BackupSecrets = { none: 1, encrypted: 2 } as const;

/** What a restore does with settings that the file does not name. */
export const RestoreMode = { replace: 1, merge: 2 } as const;

/** How the last transfer stands; shaped after `configOperStatus`. */
export const TransferStatus = { idle: 0, success: 1, failure: 2, transferring: 3, checking: 4 } as const;

/**
 * Taking the configuration out and putting one in (reference: Config Backup/Restore). A backup is asked for by setting
 * `cfgDirection` 1 with its choices; the file is then fetched once. Nothing of this is part of the configuration.
 */
export const cfgTransferCtrl = group('cfgTransferCtrl', {
  title: 'Configuration transfer',
  fields: {
    cfgDirection: enumeration({ label: 'Operation', choices: { 1: 'Backup', 2: 'Restore' }, access: 'action' }),
    cfgSlotId: enumeration({
      label: 'Configuration',
      choices: { 0: 'Running', 1: 'Configuration 1', 2: 'Configuration 2' },
      access: 'action',
    }),
    cfgMode: enumeration({ label: 'Restore as', choices: { 1: 'Replace', 2: 'Merge' }, access: 'action' }),
    cfgIncludeSecrets: enumeration({
      label: 'Secrets in backup',
      choices: { 1: 'None', 2: 'Encrypted with passphrase' },
      access: 'action',
    }),
    cfgPassphrase: secret({ label: 'Passphrase', minLength: 8, maxLength: 32, access: 'action' }),
    cfgKeepAddress: truth({ label: 'Keep present IP settings', default: 1, access: 'action' }),
    cfgOperStatus: enumeration({
      label: 'Status',
      choices: { 0: 'Idle', 1: 'Success', 2: 'Failure', 3: 'Transferring', 4: 'Checking' },
      access: 'ro',
    }),
    cfgLastError: text({ label: 'Reason', maxLength: 1024, access: 'ro' }),
  },
});

/** The CGI name under which the file that was asked for is fetched. */
export const BACKUP_DOWNLOAD = 'config_backup';

/** The CGI name under which a file is sent. */
export const RESTORE_UPLOAD = 'config_restore';

/** Octets of a configuration file at most. */
export const CONFIGURATION_FILE_MAXIMUM = 1024 * 1024;

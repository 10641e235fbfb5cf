import packageFile from '../package.json' with { type: 'json' };

/** The version of this software, "0.1.0". */
export const softwareVersion: string = packageFile.version;

import packageFile from '../package.json' with { type: 'json' };

/** The version of this software, "0.1.0". */
export const softwareVersion: string = packageFile.version;

/** Milliseconds since 1970, not after it was written: a clock that shows less is wrong. */
export const SOFTWARE_DATE = Date.UTC(2026, 10, 1);

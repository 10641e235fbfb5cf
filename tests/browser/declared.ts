import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundled } from '../bundled.ts';

/**
 * The file that has all that the product declares: made of the sources by the process that starts the others, since by
 * Playwright's own compiler, one by one, they took longer than any test.
 */
process.env.FACEPLATE_DECLARED ??= bundled(fileURLToPath(new URL('./declarations.ts', import.meta.url)));
const made: typeof import('./declarations.ts') = await import(pathToFileURL(process.env.FACEPLATE_DECLARED).href);

export const { barReads, entryName, features, languages, menu } = made;

// Starts the bench's thread from its sources: the loader of the main thread does not reach into another one by itself.
import { register } from 'tsx/esm/api';

register();
await import('./punt-worker.ts');

import fc from 'fast-check';
import { seed } from '../protocols/random-frames.ts';

// Properties begin where all that is random in tests begins.
fc.configureGlobal({ seed });

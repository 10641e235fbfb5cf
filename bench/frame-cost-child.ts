/**
 * Measures what the virtual switch needs for a frame, and posts the ratios. Runs in a process of its own: after other measurements
 * the compiler makes worse code of the same functions, half as slow again.
 */
import { frameRatios } from './frame-cost.ts';

const ROUNDS = 15;

const ratios = await frameRatios(ROUNDS);
process.send?.(ratios, () => process.exit());

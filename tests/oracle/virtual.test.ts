// @long-running
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../protocols/random-frames.ts';
import type { ClosableSubject } from './agent-subject.ts';
import { expectAgreement } from './expect-agreement.ts';
import { startVirtualSubject } from './virtual-subject.ts';

/** Configurations of the short run, and frames that each of them gets. */
const CONFIGURATIONS = 30;
const FEW = 250;
/** Frames that each configuration gets in a long run. */
const FRAMES = 800;
/** From so many frames on, everything is tried at least once. */
const ALL = 100_000;
const given = process.env.FACEPLATE_FRAMES;
const wanted = Number(given ?? CONFIGURATIONS * FEW);
const each = given === undefined ? FEW : Math.min(wanted, FRAMES);

let subject: ClosableSubject;

beforeAll(async () => {
  subject = await startVirtualSubject();
});

afterAll(() => subject.close());

test(`the virtual switch does with frames what the reference says (FACEPLATE_SEED=${seed})`, async () => {
  const coverage = await expectAgreement([subject], seed, wanted, each);
  // A host without an address of its own has no place for the RADIUS server.
  const impossible = subject.radius ? [] : ['radiusServerEntry'];
  if (wanted >= ALL) expect(coverage.unseen()).toEqual(impossible);
}, 0);

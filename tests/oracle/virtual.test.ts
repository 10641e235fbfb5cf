// @long-running
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../protocols/random-frames.ts';
import type { ClosableSubject } from './agent-subject.ts';
import { expectAgreement } from './expect-agreement.ts';
import { startVirtualSubject } from './virtual-subject.ts';

/** Frames that each configuration gets. */
const FRAMES = 800;
const SAMPLE = 100_000;
const wanted = Number(process.env.FACEPLATE_FRAMES ?? SAMPLE);

let subject: ClosableSubject;

beforeAll(async () => {
  subject = await startVirtualSubject();
});

afterAll(() => subject.close());

test(`the virtual switch does with frames what the reference says (FACEPLATE_SEED=${seed})`, async () => {
  const coverage = await expectAgreement([subject], seed, wanted, FRAMES);
  // A host without an address of its own has no place for the RADIUS server.
  const impossible = subject.radius ? [] : ['radiusServerEntry'];
  if (wanted >= SAMPLE) expect(coverage.unseen()).toEqual(impossible);
}, 0);

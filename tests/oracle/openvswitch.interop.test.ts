import { afterAll, beforeAll, test } from 'vitest';
import { seed } from '../../protocols/random-frames.ts';
import type { ClosableSubject } from './agent-subject.ts';
import { expectAgreement } from './expect-agreement.ts';
import { startOpenVSwitchSubject } from './openvswitch-subject.ts';
import { startVirtualSubject } from './virtual-subject.ts';

/** Frames that each configuration gets. */
const FRAMES = 30;
const wanted = Number(process.env.FACEPLATE_FRAMES ?? 360);

let openVSwitch: ClosableSubject;
let virtual: ClosableSubject;

beforeAll(async () => {
  openVSwitch = await startOpenVSwitchSubject();
  virtual = await startVirtualSubject();
});

afterAll(async () => {
  await openVSwitch.close();
  await virtual.close();
});

test(`Open vSwitch and the virtual switch do with the same frames what the reference says (FACEPLATE_SEED=${seed})`, async () => {
  await expectAgreement([openVSwitch, virtual], seed, wanted, FRAMES);
}, 0);

import { BROADCAST_MAC, macFromNumber } from '../protocols/frames/addresses.ts';
import { buildArp } from '../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../protocols/frames/ethernet.ts';
import { heard, quiet, type Scene, SENDER } from './enforced.ts';
import { type Figure, median } from './table.ts';

const ROUNDS = 21;

/** As many as there may be. */
const PROFILES = 50;
const RULES = 256;
const BINDINGS = 512;

/** The address of the station at port 2. */
const ADDRESS = '10.0.2.20';

const announcement = padFrame(
  buildEthernet({
    destination: BROADCAST_MAC,
    source: SENDER,
    etherType: EtherType.arp,
    payload: buildArp({
      ...{ operation: 'request', senderMac: SENDER, senderAddress: ADDRESS },
      ...{ targetMac: '00-00-00-00-00-00', targetAddress: '10.0.2.99' },
    }),
  }),
);

/**
 * The cost of a change of the access control list, and of the bindings that ARP inspection uses, in an otherwise empty
 * table and in full ones.
 */
export async function securityEnforced(datapath: string, scene: Scene): Promise<Figure[]> {
  await prepare(scene);
  const [rule, binding] = [await ruleTimes(scene), await bindingTimes(scene)];
  await fill(scene);
  const [fullRule, fullBinding] = [await ruleTimes(scene), await bindingTimes(scene)];
  const figure = (what: string, of: number, alone: number): Figure => ({
    what: `${what}, ${datapath}`,
    measured: `${of.toFixed(1)} ms, ${(of / alone).toFixed(2)} of the time where it is the only one`,
    budget: '',
  });
  return [
    figure(`Apply to enforced, an access rule that goes, as one of ${RULES} in ${PROFILES} profiles`, fullRule, rule),
    figure(`Apply to enforced, a binding that comes, as one of ${BINDINGS}`, fullBinding, binding),
  ];
}

/** ARP is inspected in VLAN 1, but for that of the administrator's port. */
async function prepare({ client }: Scene): Promise<void> {
  await done(client.set('arpInspPortEntry', { arpInspPort: 1, arpInspTrust: 1 }));
  for (const arpInspPort of [2, 3]) await done(client.set('arpInspPortEntry', { arpInspPort, arpInspRate: 0 }));
  await done(client.set('arpInspVlanEntry', { RowStatus: 4, arpInspVlanId: 1, arpInspVlanStatus: 1 }));
  const profile = { aclProfileId: 1, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF', aclProfileUseEtherType: 1 };
  await done(client.set('aclProfileEntry', { RowStatus: 4, ...profile }));
}

/** Milliseconds from the deletion of a rule that denies the station's frames until they arrive. */
async function ruleTimes(scene: Scene): Promise<number> {
  const { client } = scene;
  const rule = { aclProfileId: 1, aclRuleId: 1 };
  const denied = { aclRuleSrcMac: SENDER, aclRuleEtherType: '88B5', aclRuleAction: 2, aclRulePorts: '2' };
  return timed(async () => {
    await done(client.set('aclRuleEntry', { RowStatus: 4, ...rule, ...denied }));
    await quiet(scene, plain);
    const began = performance.now();
    const answer = done(client.set('aclRuleEntry', { RowStatus: 6, ...rule }));
    const took = (await heard(scene, plain)) - began;
    await answer;
    return took;
  });
}

/** Milliseconds until a binding of the station is answered, whose ARP then arrives. */
async function bindingTimes(scene: Scene): Promise<number> {
  const { client } = scene;
  const binding = { bindingVlanId: 1, bindingMac: SENDER };
  return timed(async () => {
    await quiet(scene, announcement);
    const began = performance.now();
    await done(
      client.set('dhcpSnoopingStaticBindingEntry', { RowStatus: 4, ...binding, bindingIp: ADDRESS, bindingPort: 2 }),
    );
    const took = performance.now() - began;
    await heard(scene, announcement);
    await done(client.set('dhcpSnoopingStaticBindingEntry', { RowStatus: 6, ...binding }));
    return took;
  });
}

const plain = buildEthernet({
  destination: BROADCAST_MAC,
  source: SENDER,
  etherType: EtherType.experimental,
  payload: new Uint8Array(60),
});

/** The median of rounds, of which the first few warm everything up. */
async function timed(round: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < ROUNDS; count += 1) times.push(await round());
  return median(times.slice(3));
}

/** Makes all the profiles, rules and bindings but one, of which none is about the station. */
async function fill({ client }: Scene): Promise<void> {
  const made = (Template: string, rows: readonly Readonly<Record<string, string | number>>[]) => {
    const calls = rows.map((row) => ({ method: 'CommonSet', params: { Template, RowStatus: 4, ...row } }));
    return done(client.call('BatchPost', { FuncName: 'bench', calls }));
  };
  const others = Array.from({ length: PROFILES - 1 }, (_, at) => at + 2);
  await made(
    'aclProfileEntry',
    // Each looks at other bits, so that none finds its rules among another's.
    others.map((aclProfileId) => ({
      ...{ aclProfileId, aclProfileType: 2, aclProfileProtocol: 5 },
      aclProfileDstPortMask: (0xff00 + aclProfileId).toString(16),
    })),
  );
  await made(
    'aclRuleEntry',
    Array.from({ length: RULES - 1 }, (_, at) => ({
      aclProfileId: others[at % others.length] ?? 0,
      aclRuleId: at + 1,
      aclRuleDstPort: 256 * (at + 1),
      ...{ aclRuleAction: 2, aclRulePorts: '2' },
    })),
  );
  await made(
    'dhcpSnoopingStaticBindingEntry',
    Array.from({ length: BINDINGS - 1 }, (_, at) => ({
      ...{ bindingVlanId: 1, bindingMac: macFromNumber(0x02_bb_00_00_00_00 + at) },
      bindingIp: `10.1.${at >> 8}.${at & 255}`,
      bindingPort: 2 + (at % 2),
    })),
  );
}

async function done(answer: Promise<{ readonly error: { readonly code: number; readonly message?: string } }>) {
  const { error } = await answer;
  if (error.code !== 0) throw new Error(error.message);
}

import { before, camel, checkName, hyphened, pascal } from './names.mjs';

const registered = {
  plan: 'datapath/plan.ts',
  wanted: 'datapath/contract/test-plan.ts',
  random: 'datapath/contract/random-switch.ts',
  contract: 'datapath/contract/describe-datapath.ts',
};

/** Who reads a section, by the file that says so. */
const readers = {
  'datapath/trace/sections.ts': 'frames',
  'datapath/virtual/sections.ts': 'switch',
  'datapath/openvswitch/sections.ts': 'rules',
};

/**
 * A section of the forwarding plan, VLANs that are named or not: its declaration and its readers, its part in random switches and in
 * the contract of the datapaths, with its first scenario (docs/recipes/plan-section.md).
 */
export function sectionBeginning(given, read) {
  const name = hyphened(given);
  checkName(name, 'a section');
  const [section, describe] = [camel(name), `describe${pascal(name)}`];
  const { plan, wanted, random, contract } = registered;
  if (read(plan).includes(`\n  ${section}: `)) throw new Error(`There is a section ${section} already.`);
  const inEach = (path, ...lines) => lines.reduce((text, [mark, line]) => before(text, mark, line), read(path));
  return {
    made: {
      [`datapath/contract/${name}.ts`]: `import { describe, test } from 'vitest';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';

/** What ${section} changes. */
export function ${describe}(bench: () => Bench): void {
  describe('${section}', () => {
    test('changes nothing for frames of a VLAN that it does not name', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } }, ${section}: [10] });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, others(1));
    });
  });
}
`,
    },
    changed: {
      [plan]: inEach(plan, [
        '  /** Which frames the agent is given, by kind. */\n',
        `  /** VLANs that … */\n  ${section}: keyedValues<VlanId, boolean>(or),\n`,
      ]),
      ...Object.fromEntries(
        Object.entries(readers).map(([path, reader]) => [
          path,
          inEach(path, ["  punts: '", `  ${section}: '${reader}',\n`]),
        ]),
      ),
      [wanted]: inEach(
        wanted,
        ['  /** Classes beside `controlClasses`. */\n', `  readonly ${section}?: readonly VlanId[];\n`],
        [
          '    classifiers: new Map(wanted.classifiers',
          `    ${section}: new Map(wanted.${section}?.map((vlan) => [vlan, true])),\n`,
        ],
      ),
      [random]: inEach(
        random,
        ['      punts: map(', `      ${section}: map(vlan, fc.constant(true), 2),\n`],
        ['        vlans: new Map(wanted.vlans),\n', `        ${section}: wanted.${section},\n`],
      ),
      [contract]: inEach(
        contract,
        ['import { describeAccessControl,', `import { ${describe} } from './${name}.ts';\n`],
        ['  queues: describeQueues,\n', `  '${name.replaceAll('-', ' ')}': ${describe},\n`],
      ),
    },
    next: `npm run unit -- datapath/section-readers names the readers that do not read it yet. Go on with docs/recipes/plan-section.md, step 2.`,
  };
}

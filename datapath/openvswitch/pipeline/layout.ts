import type { StageName } from '../../stages.ts';

/**
 * The tables that implement each stage of `datapath/stages.ts`, in its order; their numbers follow from it. A stage
 * whose only table has its own name and no feature yet passes every frame: its rules will be there. `called` tables are
 * entered only by resubmission, do their part and return.
 */
export const layout = [
  { stage: 'link', tables: ['receive'] },
  { stage: 'sanity', tables: ['tagProtocol', 'outerTag', 'form', 'innerTag', 'sanity'] },
  { stage: 'authentication', tables: ['authentication'] },
  { stage: 'control', tables: ['passed', 'control', 'reserved'] },
  { stage: 'trunk', tables: ['trunk'] },
  { stage: 'denialOfService', tables: ['denialOfService', 'samePorts', 'attackShapes'] },
  { stage: 'rateLimit', tables: ['rateLimit', 'storm'] },
  { stage: 'classification', tables: ['classification', 'vlan', 'instance'] },
  { stage: 'vlanFilter', tables: ['multicastVlan', 'multicastGroups', 'vlanFilter'] },
  { stage: 'learning', tables: ['learning', 'unknownSource', 'learnt'] },
  { stage: 'destinationFilter', tables: ['destinationFilter'] },
  {
    stage: 'accessControl',
    tables: ['accessControl', 'accessRules', 'remarkPriority', 'remarkDscp', 'remarkPrecedence'],
  },
  { stage: 'inspection', tables: ['inspection'] },
  {
    stage: 'lookup',
    tables: [
      'lookup',
      'ownSender',
      'learned',
      'pinned',
      'delivery',
      'deliveryClasses',
      'accepted',
      'stationPort',
      'stationAccess',
      'ownInterface',
    ],
  },
  { stage: 'queue', tables: ['queue', 'packetQueue', 'whole'] },
  { stage: 'egressFilter', tables: ['distribution', 'groups', 'unknownUnicast', 'flood', 'egressFilter'] },
  { stage: 'tagging', tables: ['tagging'] },
  { stage: 'scheduling', tables: ['member', 'scheduling'] },
  { stage: 'egressRate', tables: ['send', 'copied', 'sentCopies', 'queued'] },
] as const satisfies readonly { readonly stage: StageName; readonly tables: readonly string[] }[];

/** Purpose of each table. */
type StageTable = (typeof layout)[number]['tables'][number];

/** The name of a table: those of the stages; `agent`, which hands a frame to the agent and ends; and those that are called. */
export type TableName = StageTable | 'agent' | CalledTable;

const calledTables = ['restore', 'reservedAnew', 'lookupAnew', 'captureReceived', 'captureSent'] as const;

type CalledTable = (typeof calledTables)[number];

const names: readonly TableName[] = [...layout.flatMap(({ tables }) => [...tables]), 'agent', ...calledTables];

/** The number of each table. */
// Every name is in the list once.
export const Table = Object.fromEntries(names.map((name, number) => [name, number])) as Readonly<
  Record<TableName, number>
>;

/** Tables whose rules are the agent's; those of the others are learned. */
export const RULE_TABLES = Object.values(Table).filter((table) => table !== Table.learned);

import { isConfigured, type ObjectDeclaration } from '../../model/schema/object.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type JsonSchema, schemaOfObject } from './json-schema.ts';

const errorWords: Readonly<Record<keyof typeof ErrorCode, string>> = {
  success: 'Success.',
  noSuchName: 'The object, column or row does not exist.',
  genErr: 'The device could not carry out the request.',
  wrongLength: 'A value is too short or too long.',
  wrongValue: 'A value is not allowed.',
  noCreation: 'The row cannot be created.',
  inconsistentValue: 'The values do not fit together, or not the rest of the configuration.',
  resourceUnavailable: 'There is no room, or the device is busy.',
  commitFailed: 'The datapath refused the change; the former configuration is in force.',
  notWritable: 'The value is read only, or may not be changed by this caller.',
  inconsistentName: 'The row exists already, or is in use.',
  webTimeout: 'The device ended the session.',
  badCredentials: 'The user name or the password is not correct.',
  sourceLocked: 'Logins from this source are refused for 10 minutes.',
  tooManySessions: 'All sessions are taken.',
  managementLoss: 'The change would cut this connection off; Force: 1 applies it provisionally.',
  proofRequired: 'The change grants access; it needs Proof, the password of the session’s user.',
  changedMeanwhile: 'A column is no longer what the call’s was says: somebody else changed it.',
  gambit: 'The session or the API token is not valid.',
};

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const flag = (description: string): JsonSchema => ({ description, const: 1 });

const force = flag(
  'Applies provisionally what would cut this connection off; it is reverted after 60 s unless confirmed.',
);
const dryRun = flag('Answers what the change would be and how the guard judges it, and changes nothing.');

/** Parameters of a call are one object: `Template` names the object, its columns follow. */
function method(
  name: string,
  summary: string,
  properties: JsonSchema,
  required: readonly string[],
  result: JsonSchema,
) {
  return {
    name,
    summary,
    paramStructure: 'by-name',
    params: Object.entries(properties).map(([param, schema]) => ({
      name: param,
      required: required.includes(param),
      schema,
    })),
    result: { name: 'result', schema: result },
  };
}

/**
 * The remote calls of a switch as OpenRPC (1.3.2), with each of its objects as a JSON Schema: made from the declarations that the
 * switch itself reads calls by.
 */
export function openRpc(objects: readonly ObjectDeclaration[], version: string): JsonSchema {
  const names = (wanted: readonly ObjectDeclaration[]) => wanted.map(({ name }) => name).sort();
  const settable = objects.filter(({ fields }) =>
    Object.values(fields).some((field) => isConfigured(field) || field.access === 'action'),
  );
  const template = (wanted: readonly ObjectDeclaration[]): JsonSchema => ({
    description: 'The name of the object; its columns follow as parameters of their own.',
    enum: names(wanted),
  });
  const values: JsonSchema = { description: 'The values of the object: see components.schemas.', type: 'object' };
  const calls: JsonSchema = { type: 'array', items: { type: 'object' } };
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Faceplate switch',
      version,
      description:
        'POST to /iss/specific/rpc.js with "Authorization: Bearer TOKEN" and a JSON body {"method", "id": 0, "params"}. The answer is {"id": 0, "error": {"code", "message"}, "result"}; error code 0 is success. A CommonSet may have "was" beside its params: columns as they were read; it is refused (8712) if somebody else changed one since.',
    },
    methods: [
      method(
        'CommonGet',
        'Reads a group, a table, or the row that the index columns name.',
        { Template: template(objects), WebAuthenRequestState: { const: 'Disable' } },
        ['Template'],
        { oneOf: [values, { type: 'array', items: values }] },
      ),
      method(
        'CommonSet',
        'Sets columns of a group or a row; RowStatus 4 creates a row, 6 deletes it.',
        { Template: template(settable), RowStatus: { enum: [4, 6] }, Force: force, DryRun: dryRun },
        ['Template'],
        values,
      ),
      method(
        'CommonDelAll',
        'Deletes all rows of a table but the built-in ones; answers how many.',
        {
          Template: template(settable.filter(({ shape }) => shape === 'table')),
          Force: force,
          DryRun: dryRun,
        },
        ['Template'],
        { type: 'integer' },
      ),
      method(
        'BatchPost',
        'Several calls that take effect together or not at all.',
        { FuncName: { description: 'The purpose, for the log.', type: 'string' }, calls, Force: force, DryRun: dryRun },
        ['FuncName', 'calls'],
        { type: 'array' },
      ),
      method('BatchGet', 'Several reads; each has its own answer.', { reads: calls }, ['reads'], { type: 'array' }),
    ],
    components: {
      schemas: {
        ...Object.fromEntries(objects.map((object) => [object.name, schemaOfObject(object)])),
        DryRun: dryRunSchema,
      },
      errors: Object.fromEntries(
        Object.entries(errorWords).map(([name, message]) => [
          name,
          { code: ErrorCode[name as keyof typeof ErrorCode], message },
        ]),
      ),
    },
    'x-dry-run': reference('DryRun'),
  };
}

const dryRunSchema: JsonSchema = {
  title: 'Result of a dry run',
  type: 'object',
  properties: {
    changes: { description: 'Each difference: object, kind, row, column, from, to.', type: 'array' },
    words: { description: 'The first 100 of them in English sentences.', type: 'array', items: { type: 'string' } },
    lines: { description: 'How many sentences there are.', type: 'integer' },
    guard: { description: 'The change would cut this connection off, and why.', type: 'object' },
    unpowered: { description: 'Ports at which a device would lose its power.', type: 'string' },
  },
};

/** Formats the reference with one line for each object and method: a change of one is a change of one line. */
export function formatOpenRpc(document: JsonSchema): string {
  const { methods, components, ...rest } = document;
  const line = (value: unknown) => JSON.stringify(value);
  const { schemas, errors } = Object(components);
  const entries = Object.entries(schemas).map(([name, schema]) => `${line(name)}:${line(schema)}`);
  return [
    `{"methods":[`,
    (Array.isArray(methods) ? methods.map(line) : []).join(',\n'),
    `],"components":{"errors":${line(errors)},"schemas":{`,
    entries.join(',\n'),
    `}},${line(rest).slice(1)}`,
    '',
  ].join('\n');
}

import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Request } from '../management.ts';
import { lineWriter, type Placed, placeOf } from './configuration-lines.ts';
import { menuOf } from './menu.ts';
import { settingsOf } from './settable.ts';
import { inQuotes } from './tokens.ts';

type Objects = ReadonlyMap<string, ObjectDeclaration>;

/** Where the objects of a switch are, which does not change while it runs. */
const menus = new WeakMap<Objects, ReturnType<typeof menuOf>>();

const verbs = { set: 'set', create: 'add', destroy: 'delete' } as const;

/**
 * Changes as lines that make them: those of several between "begin" and "apply", since they are one change. Undefined where no
 * line leads to an object. Secrets are left out.
 */
export function requestLines(objects: Objects, requests: readonly Request[]): readonly string[] | undefined {
  const menu = menus.get(objects) ?? menuOf([...objects.values()]);
  menus.set(objects, menu);
  const lines: string[] = [];
  for (const request of requests) {
    const placed = placeOf(menu, request.object);
    if (!placed) return undefined;
    const line = lineOf(request, placed);
    if (line !== undefined) lines.push(line);
  }
  return lines.length > 1 ? ['begin', ...lines, 'apply'] : lines;
}

/** Undefined where nothing but secrets is set. */
function lineOf(request: Request, placed: Placed): string | undefined {
  const { kind, object } = request;
  if (kind === 'deleteAll') {
    const { path } = placed.place;
    const isNamed = !settingsOf(placed.place).has(placed.target.word);
    return ['delete', ...path, ...(isNamed ? [placed.target.word] : []), 'all'].join(' ');
  }
  const { values } = request;
  const index = object.shape === 'table' ? object.index : {};
  const isShown = (column: string) => {
    const field = object.fields[column];
    return field && !Object.hasOwn(index, column) && field.kind !== 'secret' && field.access !== 'wo' && !field.sealed;
  };
  const columns = kind === 'destroy' ? [] : Object.keys(values).filter(isShown);
  if (kind === 'set' && columns.length === 0) return undefined;
  return lineWriter(object, placed, { secretWord: inQuotes })(verbs[kind], values, columns);
}

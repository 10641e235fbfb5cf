import type { FieldHelpTexts } from '../../console/help/field-help.ts';
import { type MenuPlace, menuOf, type Target } from '../../device/command-line/menu.ts';
import { settingsOf } from '../../device/command-line/settable.ts';
import { wordOf } from '../../device/command-line/words.ts';
import { columnOid, PRIVATE_ROOT } from '../../model/mib/instance.ts';
import { isConfigured, type ObjectDeclaration } from '../../model/schema/object.ts';
import { features } from './features.ts';
import { columnsOf, lineOf, type ReferenceColumn } from './reference-columns.ts';

type ObjectHelp = FieldHelpTexts[string];

/** Parts of standards whose columns have other names here. */
const renamed =
  /^(?:1\.0\.8802\.1\.1\.2\.1\.5\.|1\.3\.6\.1\.(?:2\.1\.67\.[12]\.2\.1\.1\.4\.|2\.1\.80\.1\.2\.1\.(?:8|20)$|6\.3\.10\.2\.))/;

/** What the console's help of fields has of the command line and of SNMP; a build puts it into the console. */
export const fieldHelp: FieldHelpTexts = helpOf(menuOf(features.flatMap(({ objects }) => objects)));

function helpOf(menu: MenuPlace): FieldHelpTexts {
  const texts: Record<string, ObjectHelp> = {};
  const add = (place: MenuPlace) => {
    for (const target of place.targets) {
      for (const column of [...columnsOf(target), ...furtherIndexes(target)]) {
        const { object, name } = column;
        const own = texts[object.name] ?? {
          path: pathOf(place, target),
          oid: parentOf(object),
          ...(object.help !== undefined && { help: object.help }),
          columns: {},
        };
        const help = columnHelp(place, target, column, own.oid);
        texts[object.name] = { ...own, columns: { ...own.columns, [name]: help } };
      }
    }
    place.children.forEach(add);
  };
  add(menu);
  return texts;
}

/** The index columns of a list's further tables, whose rows are those of the first one. */
function furtherIndexes({ objects }: Target): readonly ReferenceColumn[] {
  return objects.slice(1).flatMap((object) => {
    const index = object.shape === 'table' ? object.index : {};
    return Object.entries(index).map(([name, field]) => ({ word: '', object, name, field }));
  });
}

/** A list's words and its row; of a group the place alone, since its settings are named without it. */
function pathOf(place: MenuPlace, target: Target): string {
  if (!target.table) return place.path.join(' ');
  const index = Object.values(target.table.index).map(({ label }) => `<${wordOf(label)}>`);
  return [lineOf(place, target), ...index].join(' ');
}

function columnHelp(
  place: MenuPlace,
  target: Target,
  column: ReferenceColumn,
  parent: string,
): ObjectHelp['columns'][string] {
  const { object, name, field } = column;
  const oid = columnOid(object, name) ?? '';
  const arc = oid.startsWith(parent) ? oid.slice(parent.length) : oid;
  return [
    verbOf(target, column),
    field.access === 'ro' ? '' : wordIn(place, target, column),
    arc.includes('.') ? oid : arc,
    oid !== '' && !oid.startsWith(`${PRIVATE_ROOT}.`) && !renamed.test(oid) ? 1 : 0,
  ];
}

/** A setting's word; of two groups on a page that share one the second goes by the column's name. */
function wordIn(place: MenuPlace, { table }: Target, { word, object, name }: ReferenceColumn): string {
  if (table) return word;
  const first = settingsOf(place).get(word);
  return first === undefined || (first.object === object && first.name === name) ? word : name;
}

/** The part of identifiers that most of an object's columns begin with. */
function parentOf(object: ObjectDeclaration): string {
  const oids = Object.keys(object.fields).flatMap((name) => columnOid(object, name) ?? []);
  const [first = ''] = oids;
  return first.slice(0, first.lastIndexOf('.') + 1);
}

function verbOf({ table }: Target, { word, field }: ReferenceColumn): 'set' | 'add' | 'show' {
  const opens = table && !table.rows.fixed && Object.values(table.index).some(isConfigured);
  if (word === '') return opens ? 'add' : 'show';
  if (field.access === 'ro') return 'show';
  return field.access === 'create' ? 'add' : 'set';
}

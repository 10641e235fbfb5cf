import { type ESTree, parseSync, Visitor } from 'vite';

/** A file whose mutants are switched on one at a time while it runs. */
export interface Mutated {
  readonly code: string;
  /** Each in words, behind its line: "12: delete `sessions.clear();`". */
  readonly mutants: string[];
}

/** A piece of the text that becomes another one; those at one place in the order of `rank`. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly rank: number;
}

type Node = ESTree.Node;

/** Calls whose result is what they were called on, or a part of it in another order. */
const droppable = new Set([
  ...['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'concat', 'flat', 'trim', 'trimEnd', 'trimStart'],
  ...['toLowerCase', 'toUpperCase', 'normalize', 'replace', 'replaceAll', 'subarray', 'catch', 'finally'],
]);
const edges: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const sums: Record<string, string> = {
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
};
/** Wording: `tests/words` looks at it. */
const wording = /^(?:say|Error|RangeError|TypeError|SyntaxError)$/;

/** `code` with every mutant in it, each reached by a call of `globalThis.mutant` (mutation-runner.ts). */
export function mutate(path: string, code: string): Mutated {
  const maker = new Maker(code);
  const { program } = parseSync(path, code);
  maker.visit(program);
  if (maker.mutants.length === 0) return { code, mutants: [] };
  const name = `mutant$${[...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)}`;
  const first = `const ${name} = globalThis.mutant.file(${JSON.stringify(path)}, ${JSON.stringify(maker.mutants)});`;
  let at = 0;
  let text = '';
  for (const { from, to, text: put } of maker.edits.sort((a, b) => a.from - b.from || a.rank - b.rank)) {
    text += code.slice(at, from) + put.replaceAll('§', `${name} + `);
    at = to;
  }
  return { code: `${first} ${text}${code.slice(at)}`, mutants: maker.mutants };
}

class Maker {
  readonly edits: Edit[] = [];
  readonly mutants: string[] = [];
  readonly #code: string;
  #rank = 0;
  /** How many functions are around; none of what a module does as it is loaded is changed. */
  #depth = 0;
  #wording = 0;
  readonly #conditions = new Set<Node>();
  readonly #yesOrNo = new Set<Node>();

  constructor(code: string) {
    this.#code = code;
  }

  visit(program: ESTree.Program): void {
    const enter = () => {
      this.#depth += 1;
    };
    const leave = () => {
      this.#depth -= 1;
    };
    const inCode = <N>(make: (node: N) => void) => {
      return (node: N) => {
        if (this.#depth > 0 && this.#wording === 0) make(node);
      };
    };
    const calls = (step: number) => (node: ESTree.CallExpression | ESTree.NewExpression) => {
      if (node.callee.type === 'Identifier' && wording.test(node.callee.name)) this.#wording += step;
    };
    const [wordsBegin, wordsEnd] = [calls(1), calls(-1)];
    new Visitor({
      FunctionDeclaration: (node) => this.#function(node, enter),
      'FunctionDeclaration:exit': leave,
      FunctionExpression: (node) => this.#function(node, enter),
      'FunctionExpression:exit': leave,
      ArrowFunctionExpression: (node) => this.#function(node, enter),
      'ArrowFunctionExpression:exit': leave,
      NewExpression: wordsBegin,
      'NewExpression:exit': wordsEnd,
      CallExpression: (node) => {
        inCode<ESTree.CallExpression>((call) => this.#call(call))(node);
        wordsBegin(node);
      },
      'CallExpression:exit': wordsEnd,
      ExpressionStatement: inCode((node) => this.#statement(node)),
      ContinueStatement: inCode((node) => this.#delete(node)),
      BreakStatement: inCode((node) => this.#delete(node)),
      IfStatement: inCode((node) => this.#condition(node.test)),
      ConditionalExpression: inCode((node) => this.#condition(node.test)),
      ReturnStatement: inCode((node) => this.#result(node.argument)),
      LogicalExpression: inCode((node) => this.#logical(node)),
      BinaryExpression: inCode((node) => this.#binary(node)),
      ObjectExpression: inCode((node) => this.#parts(node.properties, '{}', ['{', '}'])),
      ArrayExpression: inCode((node) => {
        const { elements } = node;
        if (elements.length > 1)
          this.#parts(
            elements.filter((one) => one !== null),
            '[]',
            ['[', ']'],
          );
      }),
    }).visit(program);
  }

  #text({ start, end }: Node): string {
    const text = this.#code.slice(start, end).replaceAll(/\s+/g, ' ');
    return text.length > 100 ? `${text.slice(0, 97)}…` : text;
  }

  /** The number of a new mutant. */
  #add(node: Node, what: string): number {
    this.mutants.push(`${this.#code.slice(0, node.start).split('\n').length}: ${what}`);
    return this.mutants.length - 1;
  }

  #around(node: Node, before: string, after: string): void {
    this.#rank += 1;
    this.edits.push(
      { from: node.start, to: node.start, text: before, rank: this.#rank },
      { from: node.end, to: node.end, text: after, rank: -this.#rank },
    );
  }

  #function(node: ESTree.Function | ESTree.ArrowFunctionExpression, enter: () => void): void {
    enter();
    const { body } = node;
    if (!body || this.#wording > 0) return;
    if (body.type !== 'BlockStatement') {
      this.#result(body);
      return;
    }
    // A constructor that returns early breaks everything, and one of a single statement is tried as that statement.
    if (body.body.length < 2 || /^constructor\b/.test(this.#code.slice(node.start - 11, node.start))) return;
    const number = this.#add(body, `return at the beginning of ${this.#text({ ...node, end: body.start })}`);
    const at = body.start + 1;
    this.edits.push({ from: at, to: at, text: ` if (globalThis.mutant.is(§${number})) return;`, rank: -1e9 });
  }

  #statement(node: ESTree.ExpressionStatement): void {
    const { expression } = node;
    if ('directive' in node && node.directive) return;
    if (expression.type === 'CallExpression' && expression.callee.type === 'Super') return;
    this.#delete(node);
    if (expression.type !== 'AwaitExpression') return;
    const number = this.#add(node, `no await: ${this.#text(node)}`);
    const { argument } = expression;
    this.#rank += 1;
    const [from, end, rank] = [expression.start, argument.end, this.#rank];
    this.edits.push({ from, to: argument.start, text: 'await globalThis.mutant.lost(', rank });
    this.edits.push({ from: end, to: end, text: `, §${number})`, rank: -rank });
  }

  #delete(node: Node): void {
    const number = this.#add(node, `delete ${this.#text(node)}`);
    // In braces, for an "else" after it.
    this.#around(node, `{ if (!globalThis.mutant.is(§${number})) `, ' }');
  }

  /** A condition that always or never holds. */
  #condition(node: Node): void {
    this.#markYesOrNo(node);
    if (this.#conditions.has(node)) return;
    this.#conditions.add(node);
    const number = this.#add(node, `always: ${this.#text(node)}`);
    this.#add(node, `never: ${this.#text(node)}`);
    this.#around(node, `globalThis.mutant.test(§${number}, `, ')');
  }

  /** Only whether it holds matters of this, and so of its parts. */
  #markYesOrNo(node: Node): void {
    this.#yesOrNo.add(node);
    if (node.type === 'LogicalExpression') {
      this.#markYesOrNo(node.left);
      this.#markYesOrNo(node.right);
    } else if (node.type === 'ParenthesizedExpression') this.#markYesOrNo(node.expression);
    else if (node.type === 'UnaryExpression' && node.operator === '!') this.#markYesOrNo(node.argument);
  }

  /** What a function gives back, if it is surely a yes or no. */
  #result(node: Node | null): void {
    if (node === null) return;
    if (isComparison(node)) this.#condition(node);
    if (node.type === 'LogicalExpression' && [node.left, node.right].some(isComparison)) this.#markYesOrNo(node);
  }

  #logical({ left, right, operator }: ESTree.LogicalExpression): void {
    if (operator === '??') {
      const number = this.#add(left, `always the default: ${this.#text(left)} ?? ${this.#text(right)}`);
      this.#around(left, `globalThis.mutant.none(§${number}, `, ')');
      return;
    }
    const drop = (node: Node) => {
      if (this.#conditions.has(node) || node.type === 'LogicalExpression') return;
      this.#conditions.add(node);
      const number = this.#add(node, `without: ${this.#text(node)} ${operator}`);
      this.#around(node, `globalThis.mutant.${operator === '&&' ? 'yes' : 'no'}(§${number}, `, ')');
    };
    drop(left);
    if (this.#yesOrNo.has(right)) drop(right);
  }

  #binary(node: ESTree.BinaryExpression): void {
    const { left, right, operator } = node;
    const edge = edges[operator];
    const isNumber = right.type === 'Literal' && (typeof right.value === 'number' || typeof right.value === 'bigint');
    const other = edge ?? sums[operator] ?? (operator === '+' && isNumber ? '-' : undefined);
    if (other === undefined) return;
    const number = this.#add(node, `"${other}" in ${this.#text(node)}`);
    this.edits.push({ from: left.end, to: right.start, text: `, '${operator}', `, rank: 0 });
    this.#around(node, `globalThis.mutant.operate(§${number}, `, ')');
  }

  #call(node: ESTree.CallExpression): void {
    const { callee, arguments: given, optional } = node;
    const isMethod = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed;
    const name = isMethod && callee.property.type === 'Identifier' ? callee.property.name : '';
    if (
      isMethod &&
      droppable.has(name) &&
      !optional &&
      !callee.optional &&
      callee.object.type !== 'Super' &&
      !isChained(callee)
    ) {
      const number = this.#add(node, `without .${name}(): ${this.#text(node)}`);
      const from = callee.object.end;
      const open = this.#code.indexOf('(', callee.end);
      if (open >= 0 && open < node.end && /^\s*$/.test(this.#code.slice(callee.end, open))) {
        const comma = given.length > 0 ? ', ' : '';
        this.edits.push({ from, to: open + 1, text: `, '${name}'${comma}`, rank: 0 });
        this.#rank += 1;
        this.edits.push({
          from: node.start,
          to: node.start,
          text: `globalThis.mutant.call(§${number}, `,
          rank: this.#rank,
        });
      } else this.mutants.pop();
      return;
    }
    if (given.length !== 2 || !/^(?:max|min)$/.test(name)) return;
    for (const one of given) {
      const number = this.#add(node, `without ${this.#text(one)}: ${this.#text(node)}`);
      this.#around(one, `...(globalThis.mutant.is(§${number}) ? [] : [`, '])');
    }
  }

  /** Properties of an object and items of a list, each left out. */
  #parts(parts: readonly Node[], none: string, [open, close]: [string, string]): void {
    for (const part of parts) {
      if (part.type === 'Property' && (part.kind !== 'init' || part.method)) continue;
      const number = this.#add(part, `leave out ${this.#text(part)}`);
      this.#around(part, `...(globalThis.mutant.is(§${number}) ? ${none} : ${open}`, `${close})`);
    }
  }
}

/** Is it surely a yes or no? */
function isComparison(node: Node): boolean {
  return (
    (node.type === 'BinaryExpression' && /^(?:[<>]=?|[!=]==?|in|instanceof)$/.test(node.operator)) ||
    (node.type === 'UnaryExpression' && node.operator === '!')
  );
}

/** Is a "?." before it, so that the rest is not called either? */
function isChained(node: Node): boolean {
  let at: Node = node;
  for (;;) {
    if (at.type === 'MemberExpression') {
      if (at.optional) return true;
      at = at.object;
    } else if (at.type === 'CallExpression') {
      if (at.optional) return true;
      at = at.callee;
    } else return false;
  }
}

/**
 * Kinds of React's nodes, by the numbers of its reconciler (ReactWorkTags), that the console never makes: it is not drawn by a server, has
 * no `Activity`, `Profiler`, `SuspenseList` or `ViewTransition`, and no style sheets, scripts or page heads among its elements.
 */
const never = new Set([12, 18, 19, 26, 27, 30, 31]);

/** The kinds of elements that would make such nodes; React says of them that it does not know them. */
const unknown = new Set([
  'REACT_ACTIVITY_TYPE',
  'REACT_PROFILER_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
]);

/** Variables that are true only while React takes over what a server has drawn, or draws a transition between two views. */
const alwaysFalse = new Set(['isHydrating', 'shouldStartViewTransition']);

/** What is reached from outside only. */
const unwanted = /^(?:exports\.hydrateRoot|FragmentInstance\.prototype\.\w+|ReactDOMHydrationRoot\.prototype\.\w+)$/;

/** What nodes never have that no server has drawn, by the name of the property. */
const neverHad = { dehydrated: 'null', isDehydrated: '!1' };

/**
 * What becomes of functions that have nothing to do here: those for elements of other names than HTML's, references to fragments, waiting for
 * pictures and style sheets before a change is drawn, forms that call functions, events before a server's page is taken over, and the names of
 * components in messages.
 */
const idle = {
  isCustomElement: 'return !1;',
  isFragmentInstanceParent: 'return !1;',
  commitNewChildToFragmentInstances: '',
  preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217;',
  accumulateSuspenseyCommitOnFiber: '',
  waitForCommitToBeReady: 'return null;',
  defaultOnDefaultTransitionIndicator: '',
  extractEvents$1: '',
  queueIfContinuousEvent: 'return !1;',
  retryIfBlockedOn: '',
  commitSuspenseHydrationCallbacks: '',
  getStackByFiberInDevAndProd: 'return "";',
  // These are reached by nothing any more, which the minifier cannot know.
  updateDehydratedSuspenseComponent: '',
  popHydrationState: 'return !1;',
  prepareToHydrateHostInstance: '',
  attemptExplicitHydrationTarget: '',
  setPropOnCustomElement: '',
  commitNewChildToFragmentInstance: '',
  deleteChildFromFragmentInstance: '',
  commitFragmentInstanceInsertionEffects: '',
  commitFragmentInstanceDeletionEffects: '',
  validateDocumentPositionWithFiberTree: '',
  insertStylesheetIntoRoot: '',
  insertSuspendedStylesheets: '',
  commitDeletedPairViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  restoreEnterOrExitViewTransitions: '',
  restoreNestedViewTransitions: '',
  trackEnterViewTransitions: '',
};

/** Hooks that the console does not use: they are not there, and to use one fails at once. */
const unusedHooks = new Set([
  'useActionState',
  'useCacheRefresh',
  'useDeferredValue',
  'useEffectEvent',
  'useFormState',
  'useHostTransitionStatus',
  'useInsertionEffect',
  'useMemoCache',
  'useOptimistic',
  'useTransition',
]);

/** Functions of `react-dom` for what a page is going to need; the console's are named by its page. */
const unusedHints = new Set(['D', 'C', 'L', 'm', 'X', 'S', 'M']);

/** Whatever has to be found, or else React is another one. */
const wanted = new Set([
  'comparisons of kinds',
  'cases of kinds',
  'isHostHoistableType',
  'exports.hydrateRoot',
  ...alwaysFalse,
  ...unknown,
  ...unusedHooks,
  ...unusedHints,
  ...Object.keys(neverHad),
  ...Object.keys(idle),
]);

/**
 * Leaves out of React the parts that the console cannot reach: two fifths of it. What is asked of React here are constants of its source; the
 * minifier removes what no longer can be reached.
 */
export function leanReact() {
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
      handler(code) {
        return { code: withoutUnreachable(code, this.parse(code)), map: null };
      },
    },
  };
}

/** The code with what depends on the constants decided. Throws where React no longer has what is looked for. */
export function withoutUnreachable(code, ast) {
  const edits = [];
  const found = new Set();
  const put = ({ start, end }, text, what) => {
    edits.push({ start, end, text });
    found.add(what);
  };
  const open = new Set(alwaysFalse);
  const visit = (node, parent) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one, parent);
      return;
    }
    if (decide(node, parent)) return;
    // A parameter of the same name is another variable.
    const own = (node.params ?? []).map(({ name }) => name).filter((name) => open.delete(name));
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value, node);
    for (const name of own) open.add(name);
  };
  const decide = (node, parent) => {
    if (node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator) && isKind(node.left, node.right)) {
      put(node, node.operator === '===' ? '!1' : '!0', 'comparisons of kinds');
      return true;
    }
    if (node.type === 'ConditionalExpression' && isCallOf(node.test, 'isHostHoistableType')) {
      // An element is an element, whatever it is called.
      put(node, '5', 'isHostHoistableType');
      return true;
    }
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier' && open.has(node.left.name)) {
      if (node.right.type === 'Literal' || node.right.type === 'UnaryExpression') put(node, '!1', node.left.name);
      else throw new Error(`React sets ${node.left.name} in another way.`);
      return true;
    }
    if (node.type === 'Identifier' && open.has(node.name) && parent?.type !== 'VariableDeclarator') {
      put(node, '!1', node.name);
      return true;
    }
    const to = node.type === 'AssignmentExpression' ? code.slice(node.left.start, node.left.end) : '';
    if (unwanted.test(to)) {
      if (node.right.type !== 'AssignmentExpression') put(node, '0', to);
      else put({ start: node.start, end: node.right.start }, '', to);
      return node.right.type !== 'AssignmentExpression';
    }
    if (node.type === 'MemberExpression' && !node.computed && Object.hasOwn(neverHad, node.property.name)) {
      put(node, neverHad[node.property.name], node.property.name);
      return true;
    }
    if (node.type === 'FunctionDeclaration' && Object.hasOwn(idle, node.id.name)) {
      put(node.body, `{${idle[node.id.name]}}`, node.id.name);
      return true;
    }
    if (node.type === 'AssignmentExpression' && node.right.type === 'ObjectExpression') {
      const names = /Dispatcher\w*$/.test(to)
        ? unusedHooks
        : to === 'ReactDOMSharedInternals.d'
          ? unusedHints
          : undefined;
      if (names) thin(node.right, names);
      return names !== undefined;
    }
    if (
      node.type === 'VariableDeclarator' &&
      /Dispatcher/.test(node.id.name) &&
      node.init?.type === 'ObjectExpression'
    ) {
      thin(node.init, unusedHooks);
      return true;
    }
    if (node.type !== 'SwitchStatement') return false;
    let isReached = false;
    for (const one of node.cases) {
      const isKindCase = one.test?.type === 'Literal' && isTag(node.discriminant) && never.has(one.test.value);
      const isElement = one.test?.type === 'Identifier' && unknown.has(one.test.name);
      const goes = isKindCase || isElement;
      const what = isElement ? one.test.name : 'cases of kinds';
      // What another case comes to stays, just its label goes.
      if (goes && isReached) put({ start: one.start, end: one.test.end + 1 }, '', what);
      else if (goes) put(one, declaring(one), what);
      isReached = (isReached || !goes) && !endsHere(one);
    }
    return false;
  };
  const thin = ({ properties }, names) => {
    for (const { key, value } of properties)
      if (names.has(key.name)) put(value, 'void 0', key.name);
      else visit(value, undefined);
  };
  visit(ast, undefined);
  const missing = [...wanted].filter((what) => !found.has(what));
  if (missing.length > 0) throw new Error(`React has no ${missing.join(', ')} any more.`);
  // A part within a part that goes is gone.
  let text = '';
  let at = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}

const isTag = (node) => node.type === 'MemberExpression' && node.property.name === 'tag';
const isKind = (one, other) =>
  (one.type === 'Literal' && never.has(one.value) && isTagOrCopy(other)) ||
  (other.type === 'Literal' && never.has(other.value) && isTagOrCopy(one));
const isTagOrCopy = (node) => isTag(node) || (node.type === 'Identifier' && /^(?:tag|nodeTag)$/.test(node.name));
const isCallOf = (node, name) => node.type === 'CallExpression' && node.callee.name === name;

/** A case that does nothing but declare the variables that a case declares for the whole function. */
function declaring(one) {
  const names = new Set();
  const visit = (node) => {
    if (node === null || typeof node !== 'object' || /Function/.test(node.type)) return;
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      for (const { id } of node.declarations) names.add(id.name);
    for (const value of Object.values(node)) visit(value);
  };
  visit(one.consequent);
  return names.size === 0 ? '' : `case ${one.test.value ?? one.test.name}: var ${[...names].join()}; break;`;
}

/** Whether what follows a case is not reached from it. */
function endsHere({ consequent }) {
  const last = consequent.at(-1);
  if (last?.type === 'BlockStatement') return endsHere({ consequent: last.body });
  return /^(?:Return|Break|Continue|Throw)Statement$/.test(last?.type ?? '');
}

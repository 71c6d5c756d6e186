// The console: every method makes one entry of the captured output.
let groupIndent = '';

function formatArgs(args) {
  let text = '';
  for (let i = 0; i < args.length; i++) {
    if (i > 0) text += ' ';
    text += typeof args[i] === 'string' ? args[i] : inspect(args[i]);
  }
  return text;
}

function print(text) {
  host(opLog, groupIndent === '' ? text : groupIndent + indentLines(text, groupIndent.length));
}
const consoleObject = table();
const consoleMethod = (name, f) => property(consoleObject, name, named(name, f), true, true);
const printAll = (...args) => print(formatArgs(setPrototypeOf(args, null)));

for (const name of ['log', 'info', 'warn', 'error', 'debug', 'dirxml']) {
  consoleMethod(name, (...args) => print(formatArgs(setPrototypeOf(args, null))));
}
consoleMethod('dir', (value, options) => {
  let { depth } = logLimits;
  const wanted = isObject(options) && !isProxy(options) ? own(options, 'depth') : undefined;
  if (typeof wanted === 'number') depth = wanted;
  else if (wanted === null) depth = Infinity;
  print(inspect(value, { __proto__: null, depth, items: logLimits.items, width: logLimits.width }));
});
consoleMethod('trace', (...args) => {
  const label = formatArgs(setPrototypeOf(args, null));
  print(label === '' ? 'Trace' : `Trace: ${label}`);
});
consoleMethod('assert', (condition, ...args) => {
  if (condition) return;
  const text = formatArgs(setPrototypeOf(args, null));
  print(text === '' ? 'Assertion failed' : `Assertion failed: ${text}`);
});
const openGroup = (...args) => {
  if (args.length > 0) print(formatArgs(setPrototypeOf(args, null)));
  groupIndent += '  ';
};
consoleMethod('group', openGroup);
consoleMethod('groupCollapsed', (...args) => apply(openGroup, undefined, args));
consoleMethod('groupEnd', () => { groupIndent = slice(groupIndent, 2); });

const counters = new CMap();
consoleMethod('count', (label) => {
  const key = label === undefined ? 'default' : toText(label);
  const n = (mapGet(counters, key) || 0) + 1;
  mapSet(counters, key, n);
  printAll(`${key}: ${n}`);
});
consoleMethod('countReset', (label) => {
  mapDelete(counters, label === undefined ? 'default' : toText(label));
});
const stopwatches = new CMap();
consoleMethod('time', (label) => {
  mapSet(stopwatches, label === undefined ? 'default' : toText(label), steadyNow());
});
const lap = (end) => (label) => {
  const key = label === undefined ? 'default' : toText(label);
  const from = mapGet(stopwatches, key);
  if (from === undefined) return;
  if (end) mapDelete(stopwatches, key);
  printAll(`${key}: ${toFixed(steadyNow() - from, 3)}ms`);
};
consoleMethod('timeLog', lap(false));
consoleMethod('timeEnd', lap(true));

publish('console', consoleObject);

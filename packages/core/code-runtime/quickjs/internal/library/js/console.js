// The console: every method makes one entry of the captured output.
let groupIndent = '';

function formatEntry(args) {
  let text = '';
  for (let i = 0; i < args.length; i++) {
    if (i > 0) text += ' ';
    text += typeof args[i] === 'string' ? args[i] : inspect(args[i]);
  }
  return groupIndent === '' ? text : groupIndent + indentLines(text, groupIndent.length);
}

const print = (text) => { host(opLog, text); };
const consoleObject = table();
const consoleMethod = (name, f) => property(consoleObject, name, named(name, f), true, true);
const printAll = (...args) => print(formatEntry(setPrototypeOf(args, null)));

for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
  consoleMethod(name, (...args) => print(formatEntry(setPrototypeOf(args, null))));
}
consoleMethod('dir', (value) => printAll(value));
consoleMethod('trace', (...args) => {
  const label = formatEntry(setPrototypeOf(args, null));
  print(label === '' ? 'Trace' : `Trace: ${label}`);
});
consoleMethod('assert', (condition, ...args) => {
  if (condition) return;
  const text = formatEntry(setPrototypeOf(args, null));
  print(text === '' ? 'Assertion failed' : `Assertion failed: ${text}`);
});
const openGroup = (...args) => {
  if (args.length > 0) print(formatEntry(setPrototypeOf(args, null)));
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

// table draws rows and columns the way Node does; anything else is printed.
consoleMethod('table', (data) => {
  if (!isObject(data)) return printAll(data);
  const columns = list();
  const rows = list();
  let hasValues = false;
  const addRow = (label, row) => {
    const entry = table();
    entry.label = label;
    entry.cells = new CMap();
    if (isObject(row) && typeof row !== 'function') {
      const keys = setPrototypeOf(objectKeys(row), null);
      for (let i = 0; i < keys.length; i++) {
        let known = false;
        for (let j = 0; j < columns.length; j++) known = known || columns[j] === keys[i];
        if (!known) columns[columns.length] = keys[i];
        mapSet(entry.cells, keys[i], inspect(own(row, keys[i])));
      }
    } else {
      hasValues = true;
      entry.value = inspect(row);
    }
    rows[rows.length] = entry;
  };
  const kind = className(data);
  let first = '(index)';
  if (kind === 'Map' || kind === 'Set') {
    first = '(iteration index)';
    let i = 0;
    const each = kind === 'Map' ? mapForEach : setForEach;
    each(data, (v) => addRow(`${i++}`, v));
  } else {
    const keys = setPrototypeOf(objectKeys(data), null);
    for (let i = 0; i < keys.length; i++) addRow(keys[i], own(data, keys[i]));
  }
  return print(drawTable(first, columns, rows, hasValues));
});

function drawTable(first, columns, rows, hasValues) {
  const heads = list();
  heads[0] = first;
  for (let i = 0; i < columns.length; i++) heads[i + 1] = columns[i];
  if (hasValues) heads[heads.length] = 'Values';
  const lines = list();
  for (let r = 0; r < rows.length; r++) {
    const line = list();
    line[0] = rows[r].label;
    for (let i = 0; i < columns.length; i++) {
      line[i + 1] = mapHas(rows[r].cells, columns[i]) ? mapGet(rows[r].cells, columns[i]) : '';
    }
    if (hasValues) line[heads.length - 1] = rows[r].value === undefined ? '' : rows[r].value;
    lines[r] = line;
  }
  const widths = list();
  for (let c = 0; c < heads.length; c++) {
    widths[c] = heads[c].length + 2;
    for (let r = 0; r < lines.length; r++) widths[c] = max(widths[c], lines[r][c].length + 2);
  }
  const rule = (left, middle, right) => {
    let text = left;
    for (let c = 0; c < widths.length; c++) text += (c > 0 ? middle : '') + repeat('─', widths[c]);
    return text + right;
  };
  const row = (cells) => {
    let text = '│';
    for (let c = 0; c < widths.length; c++) text += ` ${padEnd(cells[c], widths[c] - 1)}│`;
    return text;
  };
  let text = `${rule('┌', '┬', '┐')}\n${row(heads)}\n${rule('├', '┼', '┤')}\n`;
  for (let r = 0; r < lines.length; r++) text += `${row(lines[r])}\n`;
  return text + rule('└', '┴', '┘');
}

publish('console', consoleObject);

// console.table draws rows and columns the way Node does; anything else than an
// object is printed.
consoleMethod('table', (data, wanted) => {
  const value = behindProxies(data);
  if (!isObject(value) || typeof value === 'function') return printAll(data);
  const kind = className(value);
  if (kind === 'Map') return print(drawTable(mapColumns(value)));
  if (kind === 'Set') return print(drawTable(setColumns(value)));
  return print(drawTable(memberColumns(value, columnNames(wanted))));
});

// columnNames reads the list of columns that a program wants, if it gives one.
function columnNames(wanted) {
  if (wanted === undefined) return undefined;
  if (!isArray(wanted)) throw new CTypeError('the "properties" argument must be a list');
  const names = list();
  for (let i = 0; i < wanted.length; i++) names[i] = toText(wanted[i]);
  return names;
}

const column = (head) => ({ __proto__: null, head, cells: list() });
const endsIn = (columns, ...more) => {
  for (let i = 0; i < more.length; i++) columns[columns.length] = more[i];
  return columns;
};

function mapColumns(map) {
  const index = column('(iteration index)');
  const keys = column('Key');
  const values = column('Values');
  let n = 0;
  mapForEach(map, (value, key) => {
    index.cells[n] = `${n}`;
    keys.cells[n] = cellText(key);
    values.cells[n++] = cellText(value);
  });
  return endsIn(list(), index, keys, values);
}

function setColumns(set) {
  const index = column('(iteration index)');
  const values = column('Values');
  let n = 0;
  setForEach(set, (value) => {
    index.cells[n] = `${n}`;
    values.cells[n++] = cellText(value);
  });
  return endsIn(list(), index, values);
}

// memberColumns has a row for each member, and a column for each name that one of
// them has. An object without prototype puts the names in their order.
function memberColumns(value, wanted) {
  const index = column('(index)');
  const values = column('Values');
  const byName = table();
  const rows = setPrototypeOf(objectKeys(value), null);
  for (let r = 0; r < rows.length; r++) {
    index.cells[r] = rows[r];
    const item = own(value, rows[r]);
    const row = behindProxies(item);
    if (!isObject(row) && wanted === undefined) {
      values.cells[r] = cellText(item);
      continue;
    }
    const names = wanted === undefined ? setPrototypeOf(objectKeys(row), null) : wanted;
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (byName[name] === undefined) byName[name] = column(name);
      if (isObject(row) && hasOwn(row, name)) byName[name].cells[r] = memberText(row, name);
    }
  }
  const columns = endsIn(list(), index);
  const names = setPrototypeOf(objectKeys(byName), null);
  for (let i = 0; i < names.length; i++) endsIn(columns, byName[names[i]]);
  return values.cells.length === 0 ? columns : endsIn(columns, values);
}

// A cell is short: a wide object shows no more than its class, others one level.
const cellLimits = { __proto__: null, depth: 0, items: 3, width: Infinity };
const wideLimits = { __proto__: null, depth: -1, items: 3, width: Infinity };

function limitsOf(value) {
  const target = behindProxies(value);
  const wide = typeof target === 'object' && target !== null && !isArray(target) && objectKeys(target).length > 2;
  return wide ? wideLimits : cellLimits;
}
const cellText = (value) => inspect(value, limitsOf(value));

function memberText(row, name) {
  const value = own(row, name); // undefined for an accessor, which is shown as one
  return value === undefined ? formatProperty(inspection(cellLimits), row, 0, name, kindItem) : cellText(value);
}

function drawTable(columns) {
  const widths = list();
  const height = columns[0].cells.length;
  for (let c = 0; c < columns.length; c++) {
    widths[c] = textWidth(columns[c].head) + 2;
    for (let r = 0; r < height; r++) widths[c] = max(widths[c], textWidth(cellOf(columns[c], r)) + 2);
  }
  const rule = (left, middle, right) => {
    let text = left;
    for (let c = 0; c < widths.length; c++) text += (c > 0 ? middle : '') + repeat('─', widths[c]);
    return text + right;
  };
  const line = (textOf) => {
    let text = '│';
    for (let c = 0; c < widths.length; c++) text += ` ${padWidth(textOf(columns[c]), widths[c] - 1)}│`;
    return text;
  };
  let text = `${rule('┌', '┬', '┐')}\n${line((c) => c.head)}\n${rule('├', '┼', '┤')}\n`;
  for (let r = 0; r < height; r++) text += `${line((c) => cellOf(c, r))}\n`;
  return text + rule('└', '┴', '┘');
}

const cellOf = ({ cells }, row) => (cells[row] === undefined ? '' : cells[row]);

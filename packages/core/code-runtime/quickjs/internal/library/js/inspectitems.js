// The members of one inspected object, and how they are laid out.
function arrayItems(state, value, depth) {
  const out = list();
  const n = min(state.limits.items, value.length);
  for (let i = 0; i < n; i++) {
    if (!hasOwn(value, i)) return sparseItems(state, value, depth, out, i);
    out[i] = formatProperty(state, value, depth, i, kindItem);
  }
  if (value.length > n) out[n] = moreItems(value.length - n);
  return out;
}

// sparseItems goes on after the first hole: each run of holes is one item.
function sparseItems(state, value, depth, out, from) {
  const { items } = state.limits;
  const keys = setPrototypeOf(objectKeys(value), null);
  let index = from;
  for (let i = from; i < keys.length && out.length < items; i++) {
    const key = keys[i];
    if (regexpExec(indexKey, key) === null) break;
    if (`${index}` !== key) {
      out[out.length] = `<${plural(+key - index, 'empty item')}>`;
      index = +key;
      if (out.length === items) break;
    }
    out[out.length] = formatProperty(state, value, depth, key, kindItem);
    index++;
  }
  const rest = value.length - index;
  if (rest > 0) {
    out[out.length] = out.length < items ? `<${plural(rest, 'empty item')}>` : moreItems(rest);
  }
  return out;
}

function typedItems(state, value) {
  const out = list();
  const length = typedLength(value);
  const n = min(state.limits.items, length);
  for (let i = 0; i < n; i++) out[i] = formatPrimitive(state, value[i]);
  if (length > n) out[n] = moreItems(length - n);
  return out;
}

function bufferItems(state, value) {
  const out = list();
  const bytes = new CUint8Array(value);
  const n = min(50, typedLength(bytes));
  let text = '';
  for (let i = 0; i < n; i++) {
    text += (i === 0 ? '' : ' ') + padStart(numberToString(bytes[i], 16), 2, '0');
  }
  const rest = typedLength(bytes) - n;
  if (rest > 0) text += ` ... ${plural(rest, 'more byte')}`;
  out[0] = `[Uint8Contents]: <${text}>`;
  out[1] = `byteLength: ${typedLength(bytes)}`;
  return out;
}

function setItems(state, value, depth) {
  const { items } = state.limits;
  const out = list();
  state.indent += 2;
  let i = 0;
  setForEach(value, (item) => {
    if (i < items) out[i] = formatValue(state, item, depth);
    i++;
  });
  if (i > items) out[items] = moreItems(i - items);
  state.indent -= 2;
  return out;
}

function mapItems(state, value, depth) {
  const { items } = state.limits;
  const out = list();
  state.indent += 2;
  let i = 0;
  mapForEach(value, (item, key) => {
    if (i < items) {
      out[i] = `${formatValue(state, key, depth)} => ${formatValue(state, item, depth)}`;
    }
    i++;
  });
  if (i > items) out[items] = moreItems(i - items);
  state.indent -= 2;
  return out;
}

function iteratorItems(state, value, depth) {
  const out = list();
  const collection = host(opIterated, value);
  if (collection === undefined) return out;
  const { items } = state.limits;
  const at = host(opIteratedAt, value);
  const kind = at % 3;
  let i = -floor(at / 3);
  state.indent += 2;
  const each = className(collection) === 'Map' ? mapForEach : setForEach;
  each(collection, (item, key) => {
    if (i >= 0 && i < items) {
      out[i] = kind === 2 ? pairText(state, key, item, depth) : formatValue(state, kind === 1 ? item : key, depth);
    }
    i++;
  });
  state.indent -= 2;
  if (i > items) out[items] = moreItems(i - items);
  return out;
}

function pairText(state, key, item, depth) {
  const pair = list();
  pair[0] = formatValue(state, key, depth);
  pair[1] = formatValue(state, item, depth);
  return layOut(state, pair, { __proto__: null, kind: kindExtra, base: '', open: '[', close: ']' }, depth, undefined);
}

function formatProperty(state, value, depth, key, kind) {
  const d = getOwnPropertyDescriptor(value, key);
  let text = 'undefined';
  if (d !== undefined && hasOwn(d, 'value')) {
    state.indent += 2;
    text = formatValue(state, d.value, depth);
    state.indent -= 2;
  } else if (d !== undefined && d.get !== undefined) {
    text = d.set === undefined ? '[Getter]' : '[Getter/Setter]';
  } else if (d !== undefined && d.set !== undefined) {
    text = '[Setter]';
  }
  if (kind === kindItem) return text;
  return `${formatKey(key, d !== undefined && d.enumerable)}: ${text}`;
}

function formatKey(key, enumerable) {
  if (typeof key === 'symbol') return `[${formatSymbol(key)}]`;
  if (key === '__proto__') return "['__proto__']";
  if (!enumerable) return `[${escapeControls(key)}]`;
  return regexpExec(bareKey, key) !== null ? key : quoteString(key);
}

// layOut joins the parts of one object, on one line when it is short and not
// nested too deeply.
function layOut(state, output, shape, depth, value) {
  let parts = output;
  if (shape.kind === kindExtra && parts.length > 6) parts = inColumns(state, parts, value);
  const head = shape.base === '' ? shape.open : `${shape.base} ${shape.open}`;
  if (state.level - depth < innerLevels && parts === output) {
    let total = parts.length + state.indent + shape.open.length + shape.base.length + 10;
    total += parts.length;
    let line = '';
    let fits = total <= state.limits.width && !includes(shape.base, '\n');
    for (let i = 0; fits && i < parts.length; i++) {
      total += parts[i].length;
      line += (i === 0 ? '' : ', ') + parts[i];
      fits = total <= state.limits.width && !includes(parts[i], '\n');
    }
    if (fits) return `${head} ${line} ${shape.close}`;
  }
  const margin = `\n${repeat(' ', state.indent)}`;
  let text = head;
  for (let i = 0; i < parts.length; i++) text += `${i === 0 ? '' : ','}${margin}  ${parts[i]}`;
  return text + margin + shape.close;
}

// inColumns arranges the items of a list in aligned columns, when they are
// many, short and alike enough.
function inColumns(state, output, value) {
  const more = output.length > state.limits.items;
  const count = more ? output.length - 1 : output.length;
  const sizes = textWidths(output, count);
  let total = 0;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    total += sizes[i] + 2;
    longest = max(longest, sizes[i]);
  }
  const width = longest + 2;
  if (width * 3 + state.indent >= state.limits.width || (total / width <= 5 && longest > 6)) return output;
  const bias = sqrt(width - total / output.length);
  const biased = max(width - 3 - bias, 1);
  const columns = min(round(sqrt(2.5 * biased * count) / biased),
    floor((state.limits.width - state.indent) / width), 12, 15);
  if (columns <= 1) return output;
  const widths = list();
  for (let c = 0; c < columns; c++) {
    let w = 0;
    for (let i = c; i < count; i += columns) w = max(w, sizes[i]);
    widths[c] = w + 2;
  }
  const pad = allNumbers(value, output.length) ? padStart : padEnd;
  const rows = list();
  for (let i = 0; i < count; i += columns) {
    const last = min(i + columns, count) - 1;
    let row = '';
    for (let j = i; j < last; j++) row += pad(`${output[j]}, `, widths[j - i] + output[j].length - sizes[j], ' ');
    row += pad === padStart ? padStart(output[last], widths[last - i] - 2 + output[last].length - sizes[last], ' ') : output[last];
    rows[rows.length] = row;
  }
  if (more) rows[rows.length] = output[count];
  return rows;
}

function allNumbers(value, n) {
  for (let i = 0; i < n; i++) {
    const v = isTyped(value) ? value[i] : own(value, `${i}`);
    if (typeof v !== 'number' && typeof v !== 'bigint') return false;
  }
  return true;
}

// Values in words, in the style of Node's console (P51). No getter, trap or
// method of the program runs while a value is looked at.
const inspectDepth = 4;
const inspectItems = 100;
const inspectString = 10000;
const lineWidth = 80;
const innerLevels = 3;
const minSplit = 16;

const kindObject = 0;
const kindItem = 1;
const kindExtra = 2;

const bareKey = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const indexKey = /^(0|[1-9][0-9]*)$/;
const mustEscape = /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udfff]/;

function inspect(value) {
  const state = table();
  state.seen = list();
  state.refs = undefined;
  state.indent = 0;
  state.level = 0;
  return formatValue(state, value, 0);
}

const plural = (n, word) => `${n} ${word}${n > 1 ? 's' : ''}`;
const moreItems = (n) => `... ${plural(n, 'more item')}`;

function formatValue(state, value, depth) {
  if (!isObject(value)) return formatPrimitive(state, value);
  let target = value;
  while (className(target) === 'Proxy') {
    target = host(opProxyTarget, target);
    if (!isObject(target)) return '<Revoked Proxy>';
  }
  for (let i = 0; i < state.seen.length; i++) {
    if (state.seen[i] !== target) continue;
    if (state.refs === undefined) state.refs = new CMap();
    let ref = mapGet(state.refs, target);
    if (ref === undefined) {
      ref = mapSize(state.refs) + 1;
      mapSet(state.refs, target, ref);
    }
    return `[Circular *${ref}]`;
  }
  return formatObject(state, target, depth);
}

function formatNumber(n) {
  return sameValue(n, -0) ? '-0' : `${n}`;
}

function formatPrimitive(state, value) {
  switch (typeof value) {
    case 'string': return formatString(state, value);
    case 'number': return formatNumber(value);
    case 'bigint': return `${bigintToString(value)}n`;
    case 'symbol': return symbolToString(value);
    default: return `${value}`;
  }
}

const formatSymbol = (v) => escapeControls(symbolToString(v));

function formatString(state, value) {
  let text = value;
  let trailer = '';
  if (text.length > inspectString) {
    const rest = text.length - inspectString;
    text = slice(text, 0, inspectString);
    trailer = `... ${plural(rest, 'more character')}`;
  }
  if (text.length <= minSplit || text.length <= lineWidth - state.indent - 4) {
    return quoteString(text) + trailer;
  }
  // A long text with line breaks becomes a sum of its lines.
  const joint = ` +\n${repeat(' ', state.indent + 2)}`;
  let out = '';
  for (let at = 0; at < text.length;) {
    const end = indexOf(text, '\n', at);
    const next = end < 0 ? text.length : end + 1;
    out += (at === 0 ? '' : joint) + quoteString(slice(text, at, next));
    at = next;
  }
  return out + trailer;
}

function quoteString(text) {
  if (regexpExec(mustEscape, text) === null) return `'${text}'`;
  let quote = "'";
  if (includes(text, "'")) {
    if (!includes(text, '"')) quote = '"';
    else if (!includes(text, '`') && !includes(text, '${')) quote = '`';
  }
  return quote + escapeText(text, quote) + quote;
}

const escapeControls = (text) => (regexpExec(mustEscape, text) === null ? text : escapeText(text, ''));

function escapeText(text, quote) {
  let out = '';
  let kept = 0;
  for (let i = 0; i < text.length; i++) {
    const c = charCodeAt(text, i);
    if (c >= 0x20 && c < 0x7f && c !== 0x5c && c !== 0x27) continue;
    if (c > 0x9f && (c < 0xd800 || c > 0xdfff)) continue;
    if (c === 0x27 && quote !== "'") continue;
    if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) {
      const low = charCodeAt(text, i + 1);
      if (low >= 0xdc00 && low <= 0xdfff) {
        i++;
        continue;
      }
    }
    out += slice(text, kept, i) + escapeUnit(c);
    kept = i + 1;
  }
  return out + slice(text, kept);
}

function escapeUnit(c) {
  switch (c) {
    case 8: return '\\b';
    case 9: return '\\t';
    case 10: return '\\n';
    case 12: return '\\f';
    case 13: return '\\r';
    case 0x27: return "\\'";
    case 0x5c: return '\\\\';
  }
  const hex = numberToString(c, 16);
  return c > 0xff ? `\\u${hex}` : `\\x${padStart(toUpper(hex), 2, '0')}`;
}

// classOf is the name shown before an object: of its constructor, found along
// the prototypes, or null for an object without any.
function classOf(value) {
  if (getPrototypeOf(value) === null) {
    return className(value) === 'Object' && own(value, 'constructor') === undefined
      ? null : constructorName(value) || null;
  }
  const name = constructorName(value);
  if (name !== undefined) return name;
  const first = getPrototypeOf(value);
  const inner = isProxy(first) ? undefined : constructorName(first);
  return `${className(value)} <${inner || '[Object: null prototype] {}'}>`;
}

// tagOf is the value of Symbol.toStringTag where it is plain data that is not
// shown anyway.
function tagOf(value) {
  for (let o = value; o !== null && !isProxy(o); o = getPrototypeOf(o)) {
    const d = getOwnPropertyDescriptor(o, symbolToStringTag);
    if (d === undefined) continue;
    if (o === value && d.enumerable) return '';
    const tag = hasOwn(d, 'value') ? d.value : undefined;
    return typeof tag === 'string' ? tag : '';
  }
  return '';
}

function prefix(constructor, tag, fallback, size) {
  const count = size === undefined ? '' : `(${size})`;
  if (constructor === null) {
    if (tag !== '' && tag !== fallback) return `[${fallback}${count}: null prototype] [${tag}] `;
    return `[${fallback}${count}: null prototype] `;
  }
  if (tag !== '' && tag !== constructor) return `${constructor}${count} [${tag}] `;
  return `${constructor}${count} `;
}

// visibleKeys are the enumerable own keys; for lists only those that are no
// index.
function visibleKeys(value, listLike) {
  const all = setPrototypeOf(ownKeys(value), null);
  const out = list();
  let n = 0;
  for (let i = 0; i < all.length; i++) {
    const key = all[i];
    if (listLike && typeof key === 'string' && regexpExec(indexKey, key) !== null) continue;
    if (propertyIsEnumerable(value, key)) out[n++] = key;
  }
  return out;
}

function formatObject(state, value, depth) {
  const constructor = classOf(value);
  const shape = table();
  shape.tag = tagOf(value);
  shape.kind = kindObject;
  shape.base = '';
  shape.open = '{';
  shape.close = '}';
  shape.items = undefined;
  shape.keys = undefined;
  const kind = className(value);
  const describe = own(shapes, typeof value === 'function' ? 'Function' : kind) || describeObject;
  const done = describe(state, value, constructor, shape, kind);
  if (done !== undefined) return done;
  if (depth > inspectDepth) {
    const name = slice(prefix(constructor, shape.tag, isArray(value) ? 'Array' : 'Object'), 0, -1);
    return `[${name}]`;
  }
  const inner = depth + 1;
  state.seen[state.seen.length] = value;
  state.level = inner;
  const output = shape.items === undefined ? list() : shape.items(state, value, inner);
  for (let i = 0; i < shape.keys.length; i++) {
    output[output.length] = formatProperty(state, value, inner, shape.keys[i], shape.kind);
  }
  state.seen.length--;
  if (state.refs !== undefined) {
    const ref = mapGet(state.refs, value);
    if (ref !== undefined) {
      shape.base = shape.base === '' ? `<ref *${ref}>` : `<ref *${ref}> ${shape.base}`;
    }
  }
  return layOut(state, output, shape, inner, value);
}

// shapes says, by the engine's class, how an object is shown. Each function
// fills the shape, or gives the text when nothing more is to be shown.
const shapes = table();

function describeObject(state, value, constructor, shape) {
  shape.keys = visibleKeys(value, false);
  const before = prefix(constructor, shape.tag, 'Object');
  if (before !== 'Object ') shape.open = `${before}{`;
  return shape.keys.length === 0 ? `${shape.open}}` : undefined;
}

shapes.Array = (state, value, constructor, shape) => {
  shape.keys = visibleKeys(value, true);
  const before = constructor !== 'Array' || shape.tag !== ''
    ? prefix(constructor, shape.tag, 'Array', value.length) : '';
  shape.open = `${before}[`;
  shape.close = ']';
  shape.kind = kindExtra;
  shape.items = arrayItems;
  return value.length === 0 && shape.keys.length === 0 ? `${shape.open}]` : undefined;
};

shapes.Arguments = (state, value, constructor, shape) => {
  shape.keys = visibleKeys(value, false);
  shape.open = '[Arguments] {';
  return shape.keys.length === 0 ? '[Arguments] {}' : undefined;
};

function collection(name, size, items) {
  shapes[name] = (state, value, constructor, shape) => {
    shape.keys = visibleKeys(value, false);
    const before = prefix(constructor, shape.tag === name && constructor !== null &&
      constructor === name ? '' : tagOr(shape.tag, name), name, size(value));
    shape.open = `${before}{`;
    shape.items = items;
    return size(value) === 0 && shape.keys.length === 0 ? `${before}{}` : undefined;
  };
}
const tagOr = (tag, fallback) => (tag === '' ? fallback : tag);
collection('Set', setSize, setItems);
collection('Map', mapSize, mapItems);

function typedShape(state, value, constructor, shape, kind) {
  shape.keys = visibleKeys(value, true);
  const tag = constructor === kind || constructor === null ? '' : kind;
  const before = prefix(constructor, tag, kind, typedLength(value));
  shape.open = `${before}[`;
  shape.close = ']';
  shape.kind = kindExtra;
  shape.items = typedItems;
  return typedLength(value) === 0 && shape.keys.length === 0 ? `${shape.open}]` : undefined;
}
for (const name of ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32',
  'BigInt64', 'BigUint64', 'Float16', 'Float32', 'Float64']) {
  shapes[`${name}Array`] = typedShape;
}
shapes.Uint8ClampedArray = typedShape;

const classSource = /^class[\s{]/;
shapes.Function = (state, value, constructor, shape, kind) => {
  shape.keys = visibleKeys(value, false);
  const name = own(value, 'name');
  let text;
  if (regexpExec(classSource, functionToString(value)) !== null) {
    text = `[class ${typeof name === 'string' && name !== '' ? name : '(anonymous)'}`;
    if (constructor !== 'Function' && constructor !== null) text += ` [${constructor}]`;
    const parent = getPrototypeOf(value);
    const parentName = parent === null || isProxy(parent) ? '' : own(parent, 'name');
    if (constructor === null) text += ' extends null';
    else if (typeof parentName === 'string' && parentName !== '') text += ` extends ${parentName}`;
    text += ']';
  } else {
    const type = own(functionTypes, kind) || 'Function';
    text = `[${type}`;
    if (constructor === null) text += ' (null prototype)';
    text += typeof name === 'string' && name !== '' ? `: ${name}]` : ' (anonymous)]';
    if (constructor !== type && constructor !== null && constructor !== 'Function') {
      text += ` ${constructor}`;
    }
  }
  shape.base = text;
  return shape.keys.length === 0 ? text : undefined;
};
const functionTypes = table();
functionTypes.AsyncFunction = 'AsyncFunction';
functionTypes.GeneratorFunction = 'GeneratorFunction';
functionTypes.AsyncGeneratorFunction = 'AsyncGeneratorFunction';

// simple shapes are a text, with extra properties in braces after it.
function simple(name, textOf) {
  shapes[name] = (state, value, constructor, shape) => {
    shape.keys = visibleKeys(value, name === 'String');
    const before = prefix(constructor, shape.tag, name);
    shape.base = textOf(value, before === `${name} ` ? '' : before, state);
    return shape.keys.length === 0 ? shape.base : undefined;
  };
}
const regexpSource = getter(CRegExp.prototype, 'source');
const regexpFlags = [['d', 'hasIndices'], ['g', 'global'], ['i', 'ignoreCase'], ['m', 'multiline'],
  ['s', 'dotAll'], ['u', 'unicode'], ['v', 'unicodeSets'], ['y', 'sticky']];
setPrototypeOf(regexpFlags, null);
for (let i = 0; i < regexpFlags.length; i++) {
  regexpFlags[i] = setPrototypeOf([regexpFlags[i][0], getter(CRegExp.prototype, regexpFlags[i][1])], null);
}
simple('RegExp', (v, before) => {
  let flags = '';
  for (let i = 0; i < regexpFlags.length; i++) if (regexpFlags[i][1](v)) flags += regexpFlags[i][0];
  return `${before}/${regexpSource(v)}/${flags}`;
});
simple('Date', (v, before) => {
  const time = dateValue(v);
  return before + (time !== time ? 'Invalid Date' : dateToISO(v));
});
const unbox = table();
unbox.Number = uncurry(CNumber.prototype.valueOf);
unbox.String = uncurry(stringProto.valueOf);
unbox.Boolean = uncurry(CBoolean.prototype.valueOf);
unbox.BigInt = uncurry(CBigInt.prototype.valueOf);
unbox.Symbol = uncurry(CSymbol.prototype.valueOf);
for (const name of ['Number', 'String', 'Boolean', 'BigInt', 'Symbol']) {
  const open = unbox[name];
  simple(name, (v, before, state) => {
    const text = typeof open(v) === 'string' ? quoteString(open(v)) : formatPrimitive(state, open(v));
    const owner = before === '' ? '' : ` (${slice(before, 0, -1)})`;
    return `[${name}${owner}: ${text}]`;
  });
}

shapes.Error = (state, value, constructor, shape) => {
  let text = errorText(value);
  const keys = visibleKeys(value, false);
  const extra = list();
  for (let i = 0; i < keys.length; i++) {
    const shown = own(value, keys[i]); // undefined for an accessor
    const known = keys[i] === 'name' || keys[i] === 'message' || keys[i] === 'stack';
    if (known && typeof shown === 'string' && includes(text, shown)) continue;
    extra[extra.length] = keys[i];
  }
  for (const name of ['cause', 'errors']) {
    if (hasOwn(value, name) && !propertyIsEnumerable(value, name)) extra[extra.length] = name;
  }
  shape.keys = extra;
  if (indexOf(text, '\n    at') < 0) text = `[${text}]`;
  if (state.indent > 0) text = indentLines(text, state.indent);
  shape.base = text;
  return extra.length === 0 ? text : undefined;
};

// errorText is the stack text of an error, read without running a getter, and
// with the name its class gives it.
function errorText(error) {
  const stack = stackOf(error);
  const name = inherited(error, 'name');
  const message = own(error, 'message');
  const shownName = typeof name === 'string' && name !== '' ? name : 'Error';
  let head = typeof message === 'string' && message !== '' ? `${shownName}: ${message}` : shownName;
  if (typeof stack !== 'string') return head;
  if (startsWith(stack, '    at ')) return `${head}\n${stack}`;
  const klass = constructorName(error);
  if (klass !== undefined && klass !== 'Error' && shownName === 'Error' &&
      startsWith(stack, 'Error')) {
    return (endsWith(klass, 'Error') ? klass : `${klass} [Error]`) + slice(stack, 5);
  }
  return stack === '' ? head : stack;
}

function inherited(value, name) {
  for (let o = value; o !== null && !isProxy(o); o = getPrototypeOf(o)) {
    if (hasOwn(o, name)) return own(o, name);
  }
  return undefined;
}

function indentLines(text, by) {
  let out = '';
  const space = repeat(' ', by);
  for (let at = 0; ;) {
    const end = indexOf(text, '\n', at);
    if (end < 0) return out + slice(text, at);
    out += slice(text, at, end + 1) + space;
    at = end + 1;
  }
}

shapes.Promise = (state, value, constructor, shape) => {
  shape.keys = visibleKeys(value, false);
  shape.open = `${prefix(constructor, shape.tag, 'Promise')}{`;
  shape.items = (st, v, depth) => {
    const out = list();
    const how = host(opPromiseState, v);
    if (how === 0) {
      out[0] = '<pending>';
      return out;
    }
    st.indent += 2;
    const text = formatValue(st, host(opPromiseResult, v), depth);
    st.indent -= 2;
    out[0] = how === 2 ? `<rejected> ${text}` : text;
    return out;
  };
};
for (const name of ['WeakSet', 'WeakMap']) {
  shapes[name] = (state, value, constructor, shape) => {
    shape.keys = visibleKeys(value, false);
    shape.open = `${prefix(constructor, shape.tag, name)}{`;
    shape.items = () => {
      const out = list();
      out[0] = '<items unknown>';
      return out;
    };
  };
}
for (const name of ['ArrayBuffer', 'SharedArrayBuffer']) {
  shapes[name] = (state, value, constructor, shape) => {
    shape.keys = visibleKeys(value, false);
    shape.open = `${prefix(constructor, shape.tag, name)}{`;
    shape.items = bufferItems;
  };
}
shapes.DataView = (state, value, constructor, shape) => {
  shape.keys = visibleKeys(value, false);
  shape.open = `${prefix(constructor, shape.tag, 'DataView')}{`;
  shape.items = (st, v, depth) => {
    const out = list();
    out[0] = `byteLength: ${viewByteLength(v)}`;
    out[1] = `byteOffset: ${viewByteOffset(v)}`;
    st.indent += 2;
    out[2] = `buffer: ${formatValue(st, viewBuffer(v), depth)}`;
    st.indent -= 2;
    return out;
  };
};
for (const [engineName, shown] of [['Generator', 'Generator'], ['AsyncGenerator', 'AsyncGenerator']]) {
  shapes[engineName] = (state, value, constructor, shape) => {
    shape.keys = visibleKeys(value, false);
    shape.open = `Object [${shown}] {`;
    return shape.keys.length === 0 ? `${shape.open}}` : undefined;
  };
}

function arrayItems(state, value, depth) {
  const out = list();
  const n = min(inspectItems, value.length);
  for (let i = 0; i < n; i++) {
    if (!hasOwn(value, i)) return sparseItems(state, value, depth, out, i);
    out[i] = formatProperty(state, value, depth, i, kindItem);
  }
  if (value.length > n) out[n] = moreItems(value.length - n);
  return out;
}

// sparseItems goes on after the first hole: each run of holes is one item.
function sparseItems(state, value, depth, out, from) {
  const keys = setPrototypeOf(objectKeys(value), null);
  let index = from;
  for (let i = from; i < keys.length && out.length < inspectItems; i++) {
    const key = keys[i];
    if (regexpExec(indexKey, key) === null) break;
    if (`${index}` !== key) {
      out[out.length] = `<${plural(+key - index, 'empty item')}>`;
      index = +key;
      if (out.length === inspectItems) break;
    }
    out[out.length] = formatProperty(state, value, depth, key, kindItem);
    index++;
  }
  const rest = value.length - index;
  if (rest > 0) {
    out[out.length] = out.length < inspectItems ? `<${plural(rest, 'empty item')}>` : moreItems(rest);
  }
  return out;
}

function typedItems(state, value) {
  const out = list();
  const length = typedLength(value);
  const n = min(inspectItems, length);
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
  const out = list();
  state.indent += 2;
  let i = 0;
  setForEach(value, (item) => {
    if (i < inspectItems) out[i] = formatValue(state, item, depth);
    i++;
  });
  if (i > inspectItems) out[inspectItems] = moreItems(i - inspectItems);
  state.indent -= 2;
  return out;
}

function mapItems(state, value, depth) {
  const out = list();
  state.indent += 2;
  let i = 0;
  mapForEach(value, (item, key) => {
    if (i < inspectItems) {
      out[i] = `${formatValue(state, key, depth)} => ${formatValue(state, item, depth)}`;
    }
    i++;
  });
  if (i > inspectItems) out[inspectItems] = moreItems(i - inspectItems);
  state.indent -= 2;
  return out;
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
    let fits = total <= lineWidth && !includes(shape.base, '\n');
    for (let i = 0; fits && i < parts.length; i++) {
      total += parts[i].length;
      line += (i === 0 ? '' : ', ') + parts[i];
      fits = total <= lineWidth && !includes(parts[i], '\n');
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
  const more = output.length > inspectItems;
  const count = more ? output.length - 1 : output.length;
  let total = 0;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    total += output[i].length + 2;
    longest = max(longest, output[i].length);
  }
  const width = longest + 2;
  if (width * 3 + state.indent >= lineWidth || (total / width <= 5 && longest > 6)) return output;
  const bias = sqrt(width - total / output.length);
  const biased = max(width - 3 - bias, 1);
  const columns = min(round(sqrt(2.5 * biased * count) / biased),
    floor((lineWidth - state.indent) / width), 12, 15);
  if (columns <= 1) return output;
  const widths = list();
  for (let c = 0; c < columns; c++) {
    let w = 0;
    for (let i = c; i < count; i += columns) w = max(w, output[i].length);
    widths[c] = w + 2;
  }
  const pad = allNumbers(value, output.length) ? padStart : padEnd;
  const rows = list();
  for (let i = 0; i < count; i += columns) {
    const last = min(i + columns, count) - 1;
    let row = '';
    for (let j = i; j < last; j++) row += pad(`${output[j]}, `, widths[j - i], ' ');
    row += pad === padStart ? padStart(output[last], widths[last - i] - 2, ' ') : output[last];
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

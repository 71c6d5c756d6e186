// Values in words, in the style of Node's console (P51). No getter, trap or
// method of the program runs while a value is looked at.
const inspectString = 10000;
const innerLevels = 3;
const minSplit = 16;

const kindObject = 0;
const kindItem = 1;
const kindExtra = 2;

const bareKey = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
const indexKey = /^(0|[1-9][0-9]*)$/;
const mustEscape = /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udfff]/;

const logLimits = { __proto__: null, depth: 4, items: 100, width: 80 };

function inspect(value, limits = logLimits) {
  return formatValue(inspection(limits), value, 0);
}

function inspection(limits) {
  const state = table();
  state.limits = limits;
  state.seen = list();
  state.refs = undefined;
  state.indent = 0;
  state.level = 0;
  return state;
}

const plural = (n, word) => `${n} ${word}${n > 1 ? 's' : ''}`;
const moreItems = (n) => `... ${plural(n, 'more item')}`;

function formatValue(state, value, depth) {
  if (!isObject(value)) return formatPrimitive(state, value);
  let target = value;
  if (isProxy(value)) {
    target = behindProxies(value);
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

// behindProxies gives what a proxy stands for; of a revoked one that is nothing.
function behindProxies(value) {
  let target = value;
  try {
    while (isObject(target) && isProxy(target)) target = host(opProxyTarget, target);
  } catch {
    return undefined;
  }
  return target;
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
  if (text.length <= minSplit || text.length <= state.limits.width - state.indent - 4) {
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
  if (depth > state.limits.depth) {
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

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

// An iterator of a Map or Set shows what it has still to give. The host reads
// its state, so that looking does not use it up.
for (const name of ['Map', 'Set']) {
  shapes[`${name} Iterator`] = (state, value, constructor, shape) => {
    const pairs = host(opIterated, value) !== undefined && host(opIteratedAt, value) % 3 === 2;
    const type = `${name} Iterator`;
    const other = shape.tag === '' || shape.tag === type ? '' : `${shape.tag}] [`;
    shape.keys = visibleKeys(value, false);
    shape.open = `[${other}${pairs ? `${name} Entries` : type}] {`;
    shape.items = iteratorItems;
  };
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

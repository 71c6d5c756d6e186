// structuredClone: deep copies without recursion limits of the language, with
// cycles, of the types that the algorithm knows.
function cloneError(what) {
  return new CDOMException(`${what} could not be cloned.`, 'DataCloneError');
}

const errorTypes = table();
for (const name of ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError',
  'URIError']) {
  errorTypes[name] = G[name];
}
const typedArrays = table();
for (const name of ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array',
  'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array', 'Float32Array',
  'Float64Array']) {
  if (G[name] !== undefined) typedArrays[name] = G[name];
}

function structuredClone(value, options) {
  if (arguments.length === 0) throw new CTypeError('structuredClone needs a value');
  const moved = transferred(options);
  const seen = new CMap();
  const work = list();
  const copy = cloneOne(value, seen, work);
  while (work.length > 0) {
    const fill = work[work.length - 1];
    work.length--;
    fill();
  }
  for (let i = 0; i < moved.length; i++) bufferTransfer(moved[i]);
  return copy;
}

// transferred lists the buffers that the copy takes from their owners. They are
// copied all the same and then detached, as views of them are read before.
function transferred(options) {
  const out = list();
  if (options === undefined || options === null) return out;
  if (!isObject(options)) throw new CTypeError('The options argument must be either an object or undefined');
  const { transfer } = options;
  if (transfer === undefined) return out;
  if (!isObject(transfer) || typeof transfer[symbolIterator] !== 'function') {
    throw new CTypeError('Optional transferList argument must be an iterable');
  }
  for (const item of transfer) {
    if (!isObject(item) || className(item) !== 'ArrayBuffer') {
      throw new CTypeError('Found invalid object in transferList');
    }
    for (let i = 0; i < out.length; i++) {
      if (out[i] === item) throw new CDOMException('Transfer list contains duplicate ArrayBuffer', 'DataCloneError');
    }
    if (bufferDetached(item)) throw cloneError('An ArrayBuffer is detached and');
    out[out.length] = item;
  }
  return out;
}

function cloneOne(value, seen, work) {
  if (!isObject(value)) {
    if (typeof value === 'symbol') throw cloneError(symbolToString(value));
    return value;
  }
  const known = mapGet(seen, value);
  if (known !== undefined) return known;
  if (typeof value === 'function') throw cloneError(toText(value));
  const copy = cloneShell(value, seen, work);
  mapSet(seen, value, copy);
  return copy;
}

// cloneShell makes the copy of an object without its members, which are added
// later from the work list.
function cloneShell(value, seen, work) {
  const kind = className(value);
  const unboxed = own(unbox, kind);
  if (unboxed !== undefined && kind !== 'Symbol') return CObject(unboxed(value));
  if (own(typedArrays, kind) !== undefined) return cloneTyped(value, kind, seen, work);
  switch (kind) {
    case 'Date': return new CDate(dateValue(value));
    case 'RegExp': return new CRegExp(regexpSource(value), flagsOf(value));
    case 'ArrayBuffer': return copyBuffer(value);
    case 'DataView':
      return new CDataView(cloneOne(viewBuffer(value), seen, work), viewByteOffset(value),
        viewByteLength(value));
    case 'Error': return cloneErrorObject(value, seen, work);
    case 'Map': {
      const copy = new CMap();
      const pairs = list();
      mapForEach(value, (v, k) => { pairs[pairs.length] = k; pairs[pairs.length] = v; });
      work[work.length] = () => {
        for (let i = 0; i < pairs.length; i += 2) {
          mapSet(copy, cloneOne(pairs[i], seen, work), cloneOne(pairs[i + 1], seen, work));
        }
      };
      return copy;
    }
    case 'Set': {
      const copy = new CSet();
      const items = list();
      setForEach(value, (v) => { items[items.length] = v; });
      work[work.length] = () => {
        for (let i = 0; i < items.length; i++) setAdd(copy, cloneOne(items[i], seen, work));
      };
      return copy;
    }
    case 'Array': {
      const copy = [];
      copy.length = value.length;
      work[work.length] = () => cloneMembers(value, copy, seen, work);
      return copy;
    }
    case 'Object':
    case 'Proxy':
    case 'Arguments': {
      if (kind === 'Proxy' || weakHas(controllerState, value) || weakHas(eventState, value) ||
          weakHas(targetState, value)) {
        throw cloneError(kind === 'Proxy' ? '#<Object>' : `#<${constructorName(value)}>`);
      }
      const copy = {};
      work[work.length] = () => cloneMembers(value, copy, seen, work);
      return copy;
    }
    default: throw cloneError(`#<${kind}>`);
  }
}

// copyBuffer does what slice does without asking for the class of the buffer.
function copyBuffer(buffer) {
  if (bufferDetached(buffer)) throw cloneError('An ArrayBuffer is detached and');
  const copy = new CArrayBuffer(bufferByteLength(buffer));
  typedSet(new CUint8Array(copy), new CUint8Array(buffer));
  return copy;
}

function flagsOf(regexp) {
  let flags = '';
  for (let i = 0; i < regexpFlags.length; i++) {
    if (regexpFlags[i][1](regexp)) flags += regexpFlags[i][0];
  }
  return flags;
}

function cloneTyped(value, kind, seen, work) {
  const buffer = cloneOne(typedBuffer(value), seen, work);
  return new typedArrays[kind](buffer, typedByteOffset(value), typedLength(value));
}

function cloneErrorObject(value, seen, work) {
  const name = toText(value.name);
  const Type = own(errorTypes, name) || CError;
  const message = own(value, 'message');
  const copy = message === undefined ? new Type() : new Type(toText(message));
  const stack = stackOf(value);
  if (typeof stack === 'string') hide(copy, 'stack', stack);
  if (hasOwn(value, 'cause')) {
    work[work.length] = () => hide(copy, 'cause', cloneOne(own(value, 'cause'), seen, work));
  }
  return copy;
}

function cloneMembers(from, to, seen, work) {
  const keys = setPrototypeOf(objectKeys(from), null);
  for (let i = 0; i < keys.length; i++) {
    if (!hasOwn(from, keys[i])) continue;
    property(to, keys[i], cloneOne(from[keys[i]], seen, work), true, true);
  }
}

publish('structuredClone', structuredClone);

// Lossless JSON. A value is written by walking it once with an own stack, so
// depth is bounded by memory; each slot is read exactly once; what JSON would
// drop or change is refused with its place and type.
class Lossy {
  constructor(reason) {
    this.reason = reason;
  }
}
setPrototypeOf(Lossy.prototype, null);

const identifierLike = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const maxPathSteps = 12;

// cut keeps names of programs short.
const cut = (name) => (name.length > 40 ? slice(name, 0, 40) + '…' : name);

function stepText(step) {
  if (typeof step === 'number') return `[${step}]`;
  const shown = cut(step);
  return regexpExec(identifierLike, shown) ? `.${shown}` : `[${stringify(shown)}]`;
}

function pathOf(frames, root) {
  let text = root;
  for (let i = 0; i < frames.length && i < maxPathSteps; i++) text += stepText(frames[i].step);
  return frames.length > maxPathSteps ? text + '…' : text;
}

function typeOf(v) {
  switch (typeof v) {
    case 'undefined': return 'undefined';
    case 'number': return v === 0 ? 'negative zero' : `${v}`;
    case 'bigint': return 'a BigInt (convert it with String or Number)';
    case 'symbol': return 'a symbol';
    case 'function': return 'a function';
  }
  const engineName = className(v);
  const hint = own(advice, engineName);
  if (hint !== undefined) return hint;
  const shown = constructorName(v);
  if (shown !== undefined && shown !== 'Object' && shown !== 'Array') return `an instance of ${cut(shown)}`;
  if (isArray(v)) return 'an array with another prototype';
  switch (engineName) {
    case 'Object': return 'an object with another prototype (copy it with {...x})';
    case 'Proxy': return 'a Proxy with another prototype (copy it with {...x})';
  }
  return `${regexpExec(vowelFirst, engineName) ? 'an' : 'a'} ${engineName}` +
    (includes(engineName, 'Iterator') ? spread : '');
}

const vowelFirst = /^[AEIOU]/;
const spread = ' (spread it into an array)';

// advice says for well-known classes what to use instead.
const advice = table();
advice.Error = 'an Error (use its message)';
advice.Date = 'a Date (use toISOString())';
advice.Map = 'a Map (use Object.fromEntries)';
advice.Set = 'a Set' + spread;
advice.Promise = 'a Promise (await it)';
advice.RegExp = 'a RegExp (use its source)';
advice.Arguments = 'an arguments object' + spread;
advice.Generator = 'a Generator' + spread;
advice.AsyncGenerator = 'an AsyncGenerator (collect it with for await)';

function refuse(frames, root, what) {
  throw new Lossy(`${pathOf(frames, root)} is ${what}`);
}

// quoteKey is the JSON text of a member name; names repeat, so it remembers.
const quotedKeys = new CMap();
function quoteKey(name) {
  let text = mapGet(quotedKeys, name);
  if (text === undefined) {
    text = stringify(name) + ':';
    if (name.length < 64 && mapSize(quotedKeys) < 1000) mapSet(quotedKeys, name, text);
  }
  return text;
}

// encode gives the compact JSON text of a lossless value, or throws Lossy.
function encode(value, root) {
  if (typeof value !== 'object' || value === null) return scalarText(value, noFrames, root);
  if (!isArray(value)) {
    const proto = getPrototypeOf(value);
    if (proto === objectProto || proto === null) {
      const names = ownKeys(value);
      const n = names.length;
      const symbols = n > 0 && typeof names[n - 1] === 'symbol'; // which come last
      if (n < 8 && !symbols) return encodeFlat(value, root, names);
    }
  }
  return encodeLarge(openFrame(value, noFrames, root), root);
}

// encodeFlat writes what most arguments are, an object of few scalars, without
// a stack. What it has read when a container turns up goes on to encodeLarge,
// so that every slot is read once.
function encodeFlat(value, root, names) {
  const copy = table();
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (typeof name !== 'string' || !propertyIsEnumerable(value, name)) {
      refuse(noFrames, root, unseenKey(value, names));
    }
    let slot;
    try {
      slot = value[name];
    } catch {
      refuse(noFrames, root + stepText(name), 'a getter that throws');
    }
    if (typeof slot !== 'string') {
      if (typeof slot === 'object' && slot !== null) return encodeRest(value, root, names, i, slot, copy);
      checkScalar(slot, name, root);
    }
    copy[name] = slot;
  }
  if (names.length === 0) return '{}';
  return nativeWrites(1) ? stringify(copy) : writeDeep(copy);
}

// encodeRest goes on at a container, with a copy of what was read before it.
function encodeRest(value, root, names, at, slot, copy) {
  const frame = makeFrame(value, false, names, names.length, copy);
  frame.next = at + 1;
  frame.step = names[at];
  frame.unchecked = true;
  return encodeLarge(frame, root, slot);
}

// checkScalar refuses what JSON would change.
function checkScalar(value, name, root) {
  if (typeof value === 'boolean' || value === null) return;
  if (typeof value === 'number' && value - value === 0 && (value !== 0 || 1 / value > 0)) return;
  refuse(noFrames, root + stepText(name), typeOf(value));
}

const noFrames = list();

function scalarText(value, frames, root) {
  switch (typeof value) {
    case 'string': return stringify(value);
    case 'number':
      if (value === 0 ? 1 / value < 0 : value - value !== 0) refuse(frames, root, typeOf(value));
      return '' + value;
    case 'boolean': return value ? 'true' : 'false';
    default: return value === null ? 'null' : refuse(frames, root, typeOf(value));
  }
}

// encodeLarge copies the value into plain containers without prototypes while
// it checks it, and lets the engine write the copy, which no code of the
// program can see. The engine recurses and looks along the path for cycles, so
// that copies of great depth are written here. Slot is the container that was
// read already, if any.
const nativeDepth = 200;

function encodeLarge(first, root, slot) {
  const depth = copyAll(first, root, slot);
  return nativeWrites(depth) ? stringify(first.copy) : writeDeep(first.copy);
}

// nativeWrites tells whether the engine can write a copy. It keeps the path in an
// ordinary list, which it does not protect from what a program puts behind the
// indexes of all lists.
function nativeWrites(depth) {
  if (depth > nativeDepth || getPrototypeOf(arrayProto) !== objectProto) return false;
  for (let i = 0; i < depth; i++) if (hasOwn(arrayProto, i) || hasOwn(objectProto, i)) return false;
  return true;
}

function copyAll(first, root, slot) {
  const frames = list();
  frames[0] = first;
  let frame = first;
  let open; // the containers being copied, once there are many
  let current = slot;
  let deepest = 1;
  let reading = false; // whether code of the program may be running
  try {
    for (;;) {
      if (current !== undefined) {
        if (isOpen(frames, open, current)) refuse(frames, root, 'part of a cycle');
        const child = openFrame(current, frames, root);
        frame.copy[frame.step] = child.copy;
        frame = child;
        frames[frames.length] = frame;
        if (frames.length > deepest) deepest = frames.length;
        if (frames.length > scanLimit) open = remember(open, current);
        current = undefined;
      }
      // Copy slots until one is a container.
      const { value, array, names, count, copy } = frame;
      let i = frame.next;
      for (; i < count && current === undefined; i++) {
        let name = i;
        if (array) {
          if (!hasOwn(value, i)) {
            frame.step = i;
            refuse(frames, root, 'missing');
          }
        } else {
          name = names[i];
          if (frame.unchecked && (typeof name !== 'string' || !propertyIsEnumerable(value, name))) {
            frames.length--;
            refuse(frames, root, unseenKey(value, names));
          }
        }
        frame.step = name;
        reading = true;
        const item = value[name];
        reading = false;
        switch (typeof item) {
          case 'string':
          case 'boolean':
            copy[name] = item;
            break;
          case 'object':
            if (item === null) copy[name] = null;
            else current = item;
            break;
          default:
            if (typeof item !== 'number' || item - item !== 0 || (item === 0 && 1 / item < 0)) {
              refuse(frames, root, typeOf(item));
            }
            copy[name] = item;
        }
      }
      frame.next = i;
      if (current !== undefined) continue;
      if (array && value.length !== count) {
        refuse(frames, root, 'an array that changed while it was read');
      }
      if (open !== undefined) setDelete(open, value);
      frames.length--;
      if (frames.length === 0) return deepest;
      frame = frames[frames.length - 1];
    }
  } catch (e) {
    if (reading) refuse(frames, root, 'a getter that throws');
    throw e;
  }
}

// writeDeep writes a copy with an own stack.
function writeDeep(root) {
  const stack = list();
  const enter = (value) => {
    const array = isArray(value);
    stack[stack.length] = { __proto__: null, value, array, names: array ? noFrames : objectKeys(value), next: 0 };
    return array ? '[' : '{';
  };
  let out = enter(root);
  while (stack.length > 0) {
    const frame = stack[stack.length - 1];
    const { value, array, names } = frame;
    const i = frame.next++;
    if (i >= (array ? value.length : names.length)) {
      out += array ? ']' : '}';
      stack.length--;
      continue;
    }
    if (i > 0) out += ',';
    if (!array) out += quoteKey(names[i]);
    const item = array ? value[i] : value[names[i]];
    out += typeof item === 'object' && item !== null ? enter(item) : stringify(item);
  }
  return out;
}

// A cycle is found by looking along the frames, and with a set when they are
// many.
const scanLimit = 24;

function isOpen(frames, open, value) {
  if (open !== undefined && setHas(open, value)) return true;
  for (let i = min(frames.length, scanLimit) - 1; i >= 0; i--) {
    if (frames[i].value === value) return true;
  }
  return false;
}

function remember(open, value) {
  const all = open === undefined ? new CSet() : open;
  setAdd(all, value);
  return all;
}

const makeFrame = (value, array, names, count, copy) =>
  ({ __proto__: null, value, array, names, count, copy, next: 0, step: '', unchecked: false });

function openFrame(value, frames, root) {
  const array = isArray(value);
  const proto = getPrototypeOf(value);
  if (array ? proto !== arrayProto : proto !== objectProto && proto !== null) {
    refuse(frames, root, typeOf(value));
  }
  const all = ownKeys(value);
  if (!array) {
    const names = objectKeys(value);
    if (names.length !== all.length) refuse(frames, root, unseenKey(value, all));
    return makeFrame(value, false, names, names.length, table());
  }
  // With every index present, a count of length and one leaves no room for
  // anything else; a length that lies is caught before anything is read.
  const { length } = value;
  if (all.length !== length + 1) {
    if (all.length > length) refuse(frames, root, 'an array with extra properties');
    throw new Lossy(`${pathOf(frames, root)}[${firstMissing(value, all.length)}] is missing`);
  }
  return makeFrame(value, true, noFrames, length, list());
}

// firstMissing is the first index that an array with fewer own keys than that does
// not have.
function firstMissing(value, keys) {
  let i = 0;
  while (i < keys && hasOwn(value, i)) i++;
  return i;
}

// unseenKey says which own key of an object JSON would drop.
function unseenKey(value, all) {
  const hint = own(advice, className(value));
  if (hint !== undefined) return hint;
  for (let i = 0; i < all.length; i++) {
    if (typeof all[i] === 'symbol') return 'an object with a symbol key';
    if (!propertyIsEnumerable(value, all[i])) return `an object with a hidden property ${stringify(all[i])}`;
  }
  return 'an object that gives different answers';
}

// lossyOf turns whatever stopped the writing, a throwing trap included, into a
// Lossy.
function lossyOf(e, root) {
  if (isObject(e) && getPrototypeOf(e) === Lossy.prototype) return e;
  return new Lossy(`${root} cannot be read: ${toText(e)}`);
}


// decodeDeep parses JSON that is nested deeper than the engine's own parser
// can follow. The host has checked the text; only structure is looked at here.
function decodeDeep(text) {
  const stack = list();
  let at = 0;
  let result;
  const put = (value) => {
    if (stack.length === 0) {
      result = value;
      return;
    }
    const top = stack[stack.length - 1];
    if (top.array) property(top.value, top.value.length, value, true, true);
    else property(top.value, top.key, value, true, true);
  };
  const token = () => {
    const from = at;
    if (charCodeAt(text, at) === 34) {
      at++;
      while (charCodeAt(text, at) !== 34) at += charCodeAt(text, at) === 92 ? 2 : 1;
      at++;
    } else {
      while (at < text.length && !includes(',]}: \t\r\n', text[at])) at++;
    }
    return parseJSON(slice(text, from, at));
  };
  while (at < text.length) {
    switch (text[at]) {
      case '[':
      case '{': {
        const frame = table();
        frame.array = text[at] === '[';
        frame.value = frame.array ? [] : {};
        frame.key = undefined;
        stack[stack.length] = frame;
        at++;
        break;
      }
      case ']':
      case '}': {
        const { value } = stack[stack.length - 1];
        stack.length--;
        put(value);
        at++;
        break;
      }
      case ',':
        if (!stack[stack.length - 1].array) stack[stack.length - 1].key = undefined;
        at++;
        break;
      case ':':
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        at++;
        break;
      default: {
        const value = token();
        const top = stack[stack.length - 1];
        if (top !== undefined && !top.array && top.key === undefined) top.key = value;
        else put(value);
      }
    }
  }
  return result;
}

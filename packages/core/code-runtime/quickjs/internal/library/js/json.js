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

function stepText(step) {
  if (typeof step === 'number') return `[${step}]`;
  const shown = step.length > 40 ? slice(step, 0, 40) + '…' : step;
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
  const name = className(v);
  const hint = own(advice, name);
  if (hint !== undefined) return hint;
  const shown = constructorName(v);
  if (isArray(v)) return 'an array with another prototype';
  return shown === undefined || shown === 'Object' ? 'not a plain object' : `an instance of ${shown}`;
}

// advice says for well-known classes what to use instead.
const advice = table();
advice.Error = 'an Error (use its message)';
advice.Date = 'a Date (use toISOString())';
advice.Map = 'a Map (use Object.fromEntries)';
advice.Set = 'a Set (spread it into an array)';
advice.Promise = 'a Promise (await it)';
advice.RegExp = 'a RegExp (use its source)';
advice.Arguments = 'an arguments object (spread it into an array)';

function refuse(frames, root, what) {
  throw new Lossy(`${pathOf(frames, root)} is ${what}`);
}

// encode gives the compact JSON text of a lossless value, or throws Lossy.
function encode(value, root) {
  const frames = list();
  const open = new CSet();
  let out = '';
  let current = value;
  for (;;) {
    // Write the current value; a container becomes a frame.
    switch (typeof current) {
      case 'string':
        out += stringify(current);
        break;
      case 'number':
        if (!isFinite(current) || sameValue(current, -0)) refuse(frames, root, typeOf(current));
        out += current;
        break;
      case 'boolean':
        out += current;
        break;
      case 'object':
        if (current === null) {
          out += 'null';
          break;
        }
        if (setHas(open, current)) refuse(frames, root, 'part of a cycle');
        frames[frames.length] = openFrame(current, frames, root);
        setAdd(open, current);
        out += frames[frames.length - 1].array ? '[' : '{';
        break;
      default:
        refuse(frames, root, typeOf(current));
    }
    // Find the next value: the next slot of the innermost frame that has one.
    for (;;) {
      if (frames.length === 0) return out;
      const frame = frames[frames.length - 1];
      if (frame.next < frame.count) {
        out += advance(frame, frames, root);
        current = frame.slot;
        break;
      }
      closeFrame(frame, frames, root);
      out += frame.array ? ']' : '}';
      setDelete(open, frame.value);
      frames.length--;
    }
  }
}

function openFrame(value, frames, root) {
  const frame = table();
  frame.value = value;
  frame.next = 0;
  frame.step = '';
  frame.slot = undefined;
  const array = isArray(value);
  frame.array = array;
  const proto = getPrototypeOf(value);
  if (array ? proto !== arrayProto : proto !== objectProto && proto !== null) {
    refuse(frames, root, array ? 'an array with another prototype' : typeOf(value));
  }
  const names = setPrototypeOf(ownKeys(value), null);
  frame.names = names;
  frame.count = array ? arrayCount(value, names, frames, root) : names.length;
  return frame;
}

// arrayCount checks that an array has all its slots and nothing else. A
// length that lies is caught before anything is read.
function arrayCount(value, names, frames, root) {
  const length = value.length;
  if (typeof length !== 'number' || names.length !== length + 1) {
    refuse(frames, root, names.length > length
      ? 'an array with extra properties' : 'an array with holes');
  }
  for (let i = 0; i < length; i++) {
    if (names[i] !== `${i}`) refuse(frames, root, 'an array with holes or extra properties');
  }
  return length;
}

// advance reads the next slot of a frame and gives what to write before it.
function advance(frame, frames, root) {
  const i = frame.next++;
  const name = frame.names[i];
  if (typeof name === 'symbol') refuse(frames, root, 'an object with a symbol key');
  frame.step = frame.array ? i : name;
  const d = getOwnPropertyDescriptor(frame.value, name);
  if (d === undefined) refuse(frames, root, 'missing');
  if (!frame.array && !ownField(d, 'enumerable')) refuse(frames, root, 'a hidden property');
  try {
    frame.slot = frame.value[name];
  } catch {
    refuse(frames, root, 'a getter that throws');
  }
  if (frame.array) return i === 0 ? '' : ',';
  return i === 0 ? stringify(name) + ':' : ',' + stringify(name) + ':';
}

const ownField = (d, name) => hasOwn(d, name) && d[name];

function closeFrame(frame, frames, root) {
  if (frame.array && frame.value.length !== frame.count) {
    refuse(frames, root, 'an array that changed while it was read');
  }
}

// lossless is encode with every failure, a throwing trap included, as Lossy.
function lossless(value, root) {
  try {
    return encode(value, root);
  } catch (e) {
    if (isObject(e) && getPrototypeOf(e) === Lossy.prototype) throw e;
    throw new Lossy(`${root} cannot be read: ${toText(e)}`);
  }
}
const isLossy = (e) => typeof e === 'object' && e !== null && getPrototypeOf(e) === Lossy.prototype;

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

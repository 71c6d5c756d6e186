// Buffer: the basics of Node's byte arrays.
class Buffer extends CUint8Array {
  static from(source, encodingOrOffset, length) {
    if (typeof source === 'string') return bufferOf(encodeText(source, encodingOrOffset));
    if (isObject(source)) {
      const kind = className(source);
      if (kind === 'ArrayBuffer') return new Buffer(source, encodingOrOffset, length);
      if (isTyped(source)) return copyBytes(source);
      const json = own(source, 'type') === 'Buffer' ? own(source, 'data') : source;
      if (isArray(json) || typeof json.length === 'number') return copyBytes(json);
    }
    throw new CTypeError('Buffer.from needs a string, an array, a buffer or a view');
  }
  static alloc(size, fill, encoding) {
    const out = new Buffer(+size);
    return fill === undefined ? out : out.fill(fill, encoding);
  }
  static allocUnsafe(size) { return new Buffer(+size); }
  static byteLength(value, encoding) {
    if (typeof value !== 'string') return typedLength(bytesOf(value));
    return knownEncoding(encoding) === 'utf8' ? utf8Latin(value).length : typedLength(encodeText(value, encoding));
  }
  static concat(parts, total) {
    let n = 0;
    for (let i = 0; i < parts.length; i++) n += typedLength(parts[i]);
    const out = new Buffer(total === undefined ? n : total);
    let at = 0;
    for (let i = 0; i < parts.length && at < typedLength(out); i++) {
      const room = typedLength(out) - at;
      const part = typedLength(parts[i]) > room ? bytesPart(parts[i], 0, room) : parts[i];
      typedSet(out, part, at);
      at += typedLength(part);
    }
    return out;
  }
  static isBuffer(value) { return isObject(value) && inherits(value, Buffer.prototype); }
  static isEncoding(name) { return encodingName(name) !== undefined; }
  static compare(a, b) { return compareBytes(bytesOf(a), bytesOf(b)); }

  toString(encoding, start, end) {
    const n = typedLength(this);
    const from = start === undefined ? 0 : max(0, min(n, trunc(+start) || 0));
    const to = end === undefined ? n : max(from, min(n, trunc(+end) || 0));
    return decodeText(this, encoding, from, to);
  }
  toJSON() { return { type: 'Buffer', data: CArray.from(this) }; }
  equals(other) { return compareBytes(this, bytesOf(other)) === 0; }
  compare(other) { return compareBytes(this, bytesOf(other)); }
  slice(start, end) { return this.subarray(start, end); }
  subarray(start, end) {
    const n = typedLength(this);
    const from = position(start, 0, n);
    const view = bytesPart(this, from, max(from, position(end, n, n)));
    return bufferOf(view);
  }
  write(text, offset, length, encoding) {
    let at = offset;
    let count = length;
    let how = encoding;
    if (typeof at === 'string') {
      how = at;
      at = 0;
      count = undefined;
    } else if (typeof count === 'string') {
      how = count;
      count = undefined;
    }
    const bytes = encodeText(`${text}`, how);
    const n = min(typedLength(bytes), typedLength(this) - (at || 0), count === undefined ? Infinity : count);
    typedSet(this, bytesPart(bytes, 0, max(n, 0)), at || 0);
    return max(n, 0);
  }
  fill(value, ...rest) {
    let encoding;
    const range = list();
    for (let i = 0; i < rest.length; i++) {
      if (typeof rest[i] === 'string') encoding = rest[i];
      else range[range.length] = rest[i];
    }
    const from = range[0] === undefined ? 0 : range[0];
    const to = range[1] === undefined ? typedLength(this) : range[1];
    const bytes = typeof value === 'string' ? encodeText(value, encoding)
      : typeof value === 'number' ? oneByte(value) : bytesOf(value);
    if (typedLength(bytes) === 0) return this;
    fillBytes(this, bytes, from, to);
    return this;
  }
  copy(target, targetStart, start, end) {
    const from = position(start, 0, typedLength(this));
    const at = targetStart || 0;
    const n = max(min(position(end, typedLength(this), typedLength(this)) - from, typedLength(target) - at), 0);
    typedSet(target, bytesPart(this, from, from + n), at);
    return n;
  }
  indexOf(value, offset, encoding) { return findBytes(this, indexOf, value, offset, encoding, 0); }
  lastIndexOf(value, offset, encoding) { return findBytes(this, lastIndexOf, value, offset, encoding, typedLength(this)); }
  includes(value, offset, encoding) { return findBytes(this, indexOf, value, offset, encoding, 0) >= 0; }
}

// position reads an index that counts from the end when it is negative.
function position(value, fallback, n) {
  if (value === undefined) return fallback;
  const at = trunc(+value) || 0;
  return at < 0 ? max(n + at, 0) : min(at, n);
}

// findBytes looks for bytes in the Latin text of others, with a search of texts.
function findBytes(bytes, search, value, offset, encoding, fallback) {
  const from = typeof offset === 'string' || offset === undefined || +offset !== +offset ? fallback : trunc(+offset);
  const wanted = typeof value === 'number' ? fromCharCode(value & 255)
    : allLatin(typeof value === 'string' ? encodeText(value, typeof offset === 'string' ? offset : encoding)
      : bytesOf(value));
  const n = typedLength(bytes);
  const at = from < 0 ? n + from : from;
  if (at < 0 && search === lastIndexOf) return -1;
  return search(allLatin(bytes), wanted, max(at, 0));
}

const allLatin = (bytes) => latinDecode(bytes, 0, typedLength(bytes));

// fillBytes repeats bytes, each time as many as are there already.
function fillBytes(target, bytes, from, to) {
  const n = min(typedLength(bytes), to - from);
  if (n <= 0) return;
  typedSet(target, bytesPart(bytes, 0, n), from);
  for (let have = n; have < to - from; have *= 2) {
    typedSet(target, bytesPart(target, from, from + min(have, to - from - have)), from + have);
  }
}

// oneByte fills a view by hand: from a list it would be iterated, by the program.
function oneByte(value) {
  const out = newBytes(1);
  out[0] = value;
  return out;
}

function bufferOf(bytes) {
  return new Buffer(typedBuffer(bytes), typedByteOffset(bytes), typedLength(bytes));
}

function copyBytes(source) {
  const n = +source.length || 0;
  const out = new Buffer(n);
  if (isTyped(source)) typedSet(out, source);
  else for (let i = 0; i < n; i++) out[i] = source[i];
  return out;
}

function compareBytes(a, b) {
  const one = allLatin(a);
  const other = allLatin(b);
  return one === other ? 0 : one < other ? -1 : 1;
}

const bufferEncodings = table();
for (const pair of ('utf8 utf8|utf-8 utf8|hex hex|base64 base64|base64url base64url|latin1 latin1|' +
  'binary latin1|ascii ascii|utf16le utf16le|utf-16le utf16le|ucs2 utf16le|ucs-2 utf16le').split('|')) {
  const space = indexOf(pair, ' ');
  bufferEncodings[slice(pair, 0, space)] = slice(pair, space + 1);
}
const encodingName = (name) => bufferEncodings[toLower(`${name}`)];

function knownEncoding(encoding) {
  if (encoding === undefined || encoding === null) return 'utf8';
  const name = encodingName(encoding);
  if (name === undefined) throw new CTypeError(`Unknown encoding: ${toText(encoding)}`);
  return name;
}

function encodeText(text, encoding) {
  switch (knownEncoding(encoding)) {
    case 'hex': return hexDecode(text);
    case 'base64':
    case 'base64url': return base64Decode(text);
    case 'utf16le': return utf16Encode(text);
    case 'latin1':
    case 'ascii': return latinEncode(text);
    default: return utf8Encode(text);
  }
}

function decodeText(bytes, encoding, from, to) {
  switch (knownEncoding(encoding)) {
    case 'hex': return hexEncode(bytes, from, to);
    case 'base64': return base64Encode(bytes, from, to, false);
    case 'base64url': return base64Encode(bytes, from, to, true);
    case 'utf8': return utf8Decode(bytes, from, to, false, false).text;
    case 'utf16le': return utf16Decode(bytes, from, to, false);
    case 'ascii': return asciiDecode(bytes, from, to);
    default: return latinDecode(bytes, from, to);
  }
}

publish('Buffer', Buffer);

// In the console a Buffer is its bytes in hexadecimal.
shapes.Uint8Array = (state, value, constructor, shape, kind) => {
  if (!inherits(value, Buffer.prototype)) return typedShape(state, value, constructor, shape, kind);
  const n = min(50, typedLength(value));
  let text = '<Buffer';
  for (let i = 0; i < n; i++) text += ` ${padStart(numberToString(value[i], 16), 2, '0')}`;
  const rest = typedLength(value) - n;
  return `${text}${rest > 0 ? ` ... ${plural(rest, 'more byte')}` : ''}>`;
};

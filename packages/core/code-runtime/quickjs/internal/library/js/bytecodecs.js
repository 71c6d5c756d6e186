// The codecs that go between bytes and text with a fixed number of characters
// for each byte or two.
const newBytes = (n) => new CUint8Array(n);
const bytesPart = (bytes, from, to) => new CUint8Array(typedBuffer(bytes), typedByteOffset(bytes) + from, to - from);

// unitsToText joins code units in pieces that an argument list can hold.
const unitsPiece = 4096;
function unitsToText(units) {
  if (units.length <= unitsPiece) return apply(fromCharCode, undefined, units);
  let text = '';
  for (let at = 0; at < units.length; at += unitsPiece) {
    const piece = list();
    const n = min(unitsPiece, units.length - at);
    for (let i = 0; i < n; i++) piece[i] = units[at + i];
    text += apply(fromCharCode, undefined, piece);
  }
  return text;
}

// A Latin text has a byte for each character, as what the engine makes base64
// of and from.
const setLatin = (bytes, text) => setBase64(bytes, latinToBase64(text));
const latinDecode = (bytes, from, to) => base64ToLatin(bytesToBase64(bytesPart(bytes, from, to)));

const notLatin = /[^\x00-\xff]/;
function latinEncode(text) {
  const bytes = newBytes(text.length);
  if (regexpExec(notLatin, text) === null) setLatin(bytes, text);
  else for (let i = 0; i < text.length; i++) bytes[i] = charCodeAt(text, i);
  return bytes;
}

function asciiDecode(bytes, from, to) {
  const text = latinDecode(bytes, from, to);
  if (regexpExec(notAscii, text) === null) return text;
  const low = newBytes(to - from);
  for (let i = from; i < to; i++) low[i - from] = bytes[i] & 127;
  return latinDecode(low, 0, to - from);
}

function utf16Encode(text) {
  const units = new CUint16Array(text.length);
  if (regexpExec(notLatin, text) === null) typedSet(units, latinEncode(text));
  else for (let i = 0; i < text.length; i++) units[i] = charCodeAt(text, i);
  return new CUint8Array(typedBuffer(units));
}

// utf16Decode leaves out half a unit at the end.
function utf16Decode(bytes, from, to, bigEndian) {
  const units = new CUint16Array(min(unitsPiece, (to - from) >> 1));
  const raw = new CUint8Array(typedBuffer(units));
  property(units, 'length', 0, false, true); // so that nobody else's is asked
  let text = '';
  for (let at = from; at + 1 < to;) {
    const n = min(unitsPiece, (to - at) >> 1);
    typedSet(raw, bytesPart(bytes, at, at + 2 * n));
    if (bigEndian) for (let i = 0; i < n; i++) units[i] = (units[i] >> 8) | (units[i] << 8);
    units.length = n;
    text += apply(fromCharCode, undefined, units);
    at += 2 * n;
  }
  return text;
}

const urlAlphabet = table();
urlAlphabet.alphabet = 'base64url';
urlAlphabet.omitPadding = true;

function base64Encode(bytes, from, to, forURL) {
  return bytesToBase64(bytesPart(bytes, from, to), forURL ? urlAlphabet : undefined);
}

// base64Decode reads both alphabets and passes over anything else, as Node does.
const notBase64 = /[^A-Za-z0-9+/]/;
const notBase64URL = /[^A-Za-z0-9_-]/;
function base64Decode(text) {
  const end = indexOf(text, '=');
  let digits = end < 0 ? text : slice(text, 0, end);
  let alphabet;
  if (regexpExec(notBase64, digits) !== null) {
    if (regexpExec(notBase64URL, digits) === null) alphabet = urlAlphabet;
    else digits = base64Digits(digits);
  }
  if (digits.length % 4 === 1) digits = slice(digits, 0, -1);
  return bytesFromBase64(digits, alphabet);
}

function base64Digits(text) {
  const run = /[A-Za-z0-9+/]+|[-_]/g;
  let out = '';
  for (let match = regexpExec(run, text); match !== null; match = regexpExec(run, text)) {
    out += match[0] === '-' ? '+' : match[0] === '_' ? '/' : match[0];
  }
  return out;
}

const hexEncode = (bytes, from, to) => bytesToHex(bytesPart(bytes, from, to));

const notHex = /[^0-9a-fA-F]/;
function hexDecode(text) {
  const stop = regexpExec(notHex, text);
  const out = newBytes((stop === null ? text.length : stop.index) >> 1);
  setHex(out, slice(text, 0, 2 * typedLength(out)));
  return out;
}

// bytesOf looks at any buffer or view as bytes.
function bytesOf(source) {
  if (source === undefined) return newBytes(0);
  if (isObject(source)) {
    if (isTyped(source)) {
      return new CUint8Array(typedBuffer(source), typedByteOffset(source), typedByteLength(source));
    }
    const kind = className(source);
    if (kind === 'DataView') {
      return new CUint8Array(viewBuffer(source), viewByteOffset(source), viewByteLength(source));
    }
    if (kind === 'ArrayBuffer') return new CUint8Array(source);
  }
  throw new CTypeError('the input must be an ArrayBuffer or a view of one');
}

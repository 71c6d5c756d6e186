// TextEncoder, TextDecoder, and the byte codecs that others use.
const newBytes = (n) => new CUint8Array(n);

// The engine's own conversions are a hundred times faster than a loop, so texts
// go to bytes and back as base64: a Latin text has a byte for each character.
const setLatin = (bytes, text) => setBase64(bytes, latinToBase64(text));

function utf8Length(text) {
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = charCodeAt(text, i);
    if (c < 0x80) n += 1;
    else if (c < 0x800) n += 2;
    else if (isPair(text, i)) {
      n += 4;
      i++;
    } else n += 3;
  }
  return n;
}

function isPair(text, i) {
  const high = charCodeAt(text, i);
  if (high < 0xd800 || high > 0xdbff || i + 1 >= text.length) return false;
  const low = charCodeAt(text, i + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

// utf8Write encodes into bytes from an offset and gives [units read, bytes
// written]; it stops before a character that does not fit.
function utf8Write(text, bytes, from, limit) {
  let at = from;
  let i = 0;
  for (; i < text.length; i++) {
    let c = charCodeAt(text, i);
    const pair = isPair(text, i);
    if (pair) c = codePointAt(text, i);
    else if (c >= 0xd800 && c <= 0xdfff) c = 0xfffd;
    const size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (at + size > limit) break;
    if (size === 1) bytes[at] = c;
    else if (size === 2) {
      bytes[at] = 0xc0 | (c >> 6);
      bytes[at + 1] = 0x80 | (c & 63);
    } else if (size === 3) {
      bytes[at] = 0xe0 | (c >> 12);
      bytes[at + 1] = 0x80 | ((c >> 6) & 63);
      bytes[at + 2] = 0x80 | (c & 63);
    } else {
      bytes[at] = 0xf0 | (c >> 18);
      bytes[at + 1] = 0x80 | ((c >> 12) & 63);
      bytes[at + 2] = 0x80 | ((c >> 6) & 63);
      bytes[at + 3] = 0x80 | (c & 63);
    }
    at += size;
    if (pair) i++;
  }
  const out = table();
  out.read = i;
  out.written = at - from;
  return out;
}

function utf8Encode(text) {
  const n = utf8Length(text);
  const bytes = newBytes(n);
  utf8Write(text, bytes, 0, n);
  return bytes;
}

// unitsToText joins code units in pieces that an argument list can hold.
function unitsToText(units) {
  if (units.length <= 4096) return apply(fromCharCode, undefined, units);
  let text = '';
  for (let at = 0; at < units.length; at += 4096) {
    const piece = list();
    const n = min(4096, units.length - at);
    for (let i = 0; i < n; i++) piece[i] = units[at + i];
    text += apply(fromCharCode, undefined, piece);
  }
  return text;
}

// utf8Decode follows the WHATWG decoder: each maximal broken part becomes one
// U+FFFD, or an error when fatal. It gives the text and the bytes of an
// unfinished character at the end, when more may follow.
function utf8Decode(bytes, from, to, fatal, more) {
  const units = list();
  let n = 0;
  let at = from;
  const bad = () => {
    if (fatal) throw new CTypeError('The encoded data was not valid for encoding utf-8');
    units[n++] = 0xfffd;
  };
  while (at < to) {
    const b = bytes[at];
    if (b < 0x80) {
      units[n++] = b;
      at++;
      continue;
    }
    let need = 0;
    let lower = 0x80;
    let upper = 0xbf;
    let c = 0;
    if (b >= 0xc2 && b <= 0xdf) {
      need = 1;
      c = b & 0x1f;
    } else if (b >= 0xe0 && b <= 0xef) {
      need = 2;
      c = b & 0xf;
      if (b === 0xe0) lower = 0xa0;
      if (b === 0xed) upper = 0x9f;
    } else if (b >= 0xf0 && b <= 0xf4) {
      need = 3;
      c = b & 7;
      if (b === 0xf0) lower = 0x90;
      if (b === 0xf4) upper = 0x8f;
    } else {
      bad();
      at++;
      continue;
    }
    let i = at + 1;
    for (; need > 0 && i < to; need--, i++) {
      if (bytes[i] < lower || bytes[i] > upper) break;
      c = (c << 6) | (bytes[i] & 63);
      lower = 0x80;
      upper = 0xbf;
    }
    if (need > 0) {
      if (i === to && more) break;
      bad();
      at = i;
      continue;
    }
    at = i;
    if (c < 0x10000) units[n++] = c;
    else {
      units[n++] = 0xd800 + ((c - 0x10000) >> 10);
      units[n++] = 0xdc00 + ((c - 0x10000) & 0x3ff);
    }
  }
  const out = table();
  out.text = unitsToText(units);
  out.rest = at;
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

class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(input) { return utf8Encode(input === undefined ? '' : `${input}`); }
  encodeInto(input, destination) {
    if (typedArrayName(destination) !== 'Uint8Array') {
      throw new CTypeError('the destination must be a Uint8Array');
    }
    const { read, written } = utf8Write(`${input}`, destination, 0, typedLength(destination));
    return { read, written };
  }
}
hide(TextEncoder.prototype, symbolToStringTag, 'TextEncoder');

const encodingLabels = table();
for (const [name, labels] of [
  ['utf-8', 'utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8'],
  ['utf-16le', 'utf-16le utf-16 ucs-2 unicode csunicode iso-10646-ucs-2 unicodefeff'],
  ['utf-16be', 'utf-16be unicodefffe'],
  ['windows-1252', 'windows-1252 latin1 iso-8859-1 ascii us-ascii iso8859-1 l1 cp1252 x-cp1252'],
]) {
  for (const label of labels.split(' ')) encodingLabels[label] = name;
}
const windows1252 = setPrototypeOf([0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021,
  0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d,
  0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178], null);

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #pending = newBytes(0);
  #started = false;
  constructor(label, options) {
    const wanted = label === undefined ? 'utf-8' : toLower(trimAscii(`${label}`));
    this.#encoding = encodingLabels[wanted];
    if (this.#encoding === undefined) {
      throw new CRangeError(`The "${label}" encoding is not supported`);
    }
    this.#fatal = isObject(options) && !!options.fatal;
    this.#ignoreBOM = isObject(options) && !!options.ignoreBOM;
  }
  get encoding() { return this.#encoding; }
  get fatal() { return this.#fatal; }
  get ignoreBOM() { return this.#ignoreBOM; }
  decode(input, options) {
    const more = isObject(options) && !!options.stream;
    const bytes = joinBytes(this.#pending, bytesOf(input));
    const { text, rest } = this.#decode(bytes, more);
    const left = newBytes(typedLength(bytes) - rest);
    typedSet(left, typedSubarray(bytes, rest));
    this.#pending = more ? left : newBytes(0);
    let out = text;
    if (!this.#started && !this.#ignoreBOM && charCodeAt(out, 0) === 0xfeff) out = slice(out, 1);
    this.#started = more && (this.#started || out !== '' || text !== '');
    return out;
  }
  #decode(bytes, more) {
    const n = typedLength(bytes);
    if (this.#encoding === 'utf-8') return utf8Decode(bytes, 0, n, this.#fatal, more);
    const units = list();
    const out = table();
    out.rest = n;
    if (this.#encoding === 'windows-1252') {
      for (let i = 0; i < n; i++) {
        units[i] = bytes[i] >= 0x80 && bytes[i] < 0xa0 ? windows1252[bytes[i] - 0x80] : bytes[i];
      }
    } else {
      const high = this.#encoding === 'utf-16be' ? 0 : 1;
      for (let i = 0; i + 1 < n; i += 2) units[i >> 1] = (bytes[i + high] << 8) | bytes[i + 1 - high];
      if (n % 2 === 1) {
        if (more) out.rest = n - 1;
        else if (this.#fatal) throw new CTypeError('The encoded data was not valid');
        else units[units.length] = 0xfffd;
      }
    }
    out.text = unitsToText(units);
    return out;
  }
}
hide(TextDecoder.prototype, symbolToStringTag, 'TextDecoder');

function joinBytes(a, b) {
  if (typedLength(a) === 0) return b;
  const both = newBytes(typedLength(a) + typedLength(b));
  typedSet(both, a);
  typedSet(both, b, typedLength(a));
  return both;
}

function trimAscii(text) {
  let from = 0;
  let to = text.length;
  const space = (c) => c === 32 || (c >= 9 && c <= 13);
  while (from < to && space(charCodeAt(text, from))) from++;
  while (to > from && space(charCodeAt(text, to - 1))) to--;
  return slice(text, from, to);
}

publish('TextEncoder', TextEncoder);
publish('TextDecoder', TextDecoder);

// The codecs of Buffer: base64 and hex.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const alphabetURL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function base64Encode(bytes, from, to, forURL) {
  const digits = forURL ? alphabetURL : alphabet;
  const parts = list();
  let out = '';
  for (let i = from; i < to; i += 3) {
    const left = to - i;
    const n = (bytes[i] << 16) | ((left > 1 ? bytes[i + 1] : 0) << 8) | (left > 2 ? bytes[i + 2] : 0);
    out += digits[n >> 18] + digits[(n >> 12) & 63];
    if (left > 1) out += digits[(n >> 6) & 63];
    else if (!forURL) out += '=';
    if (left > 2) out += digits[n & 63];
    else if (!forURL) out += '=';
  }
  return out;
}

const base64Digit = table();
for (let i = 0; i < 64; i++) {
  base64Digit[alphabet[i]] = i;
  base64Digit[alphabetURL[i]] = i;
}

// base64Decode reads both alphabets and passes over anything else, as Node does.
function base64Decode(text) {
  const out = newBytes((text.length * 3) >> 2);
  let n = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < text.length && text[i] !== '='; i++) {
    const digit = base64Digit[text[i]];
    if (digit === undefined) continue;
    held = ((held << 6) | digit) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[n++] = (held >> bits) & 255;
    }
  }
  return typedSubarray(out, 0, n);
}

function hexEncode(bytes, from, to) {
  let out = '';
  for (let i = from; i < to; i++) out += padStart(numberToString(bytes[i], 16), 2, '0');
  return out;
}

const hexPair = /^[0-9a-fA-F]{2}$/;
function hexDecode(text) {
  const out = newBytes(text.length >> 1);
  let n = 0;
  for (; n < out.length; n++) {
    const pair = slice(text, 2 * n, 2 * n + 2);
    if (regexpExec(hexPair, pair) === null) break;
    out[n] = +`0x${pair}`;
  }
  return typedSubarray(out, 0, n);
}

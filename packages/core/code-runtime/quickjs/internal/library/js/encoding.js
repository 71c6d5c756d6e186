// TextEncoder and TextDecoder.
class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(input) { return utf8Encode(input === undefined ? '' : `${input}`); }
  encodeInto(input, destination) {
    if (typedArrayName(destination) !== 'Uint8Array') {
      throw new CTypeError('the destination must be a Uint8Array');
    }
    const { read, written } = utf8Write(`${input}`, destination, typedLength(destination));
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

const windowsOnly = /[\x80-\x9f]/;
function windowsDecode(bytes, n) {
  const text = latinDecode(bytes, 0, n);
  if (regexpExec(windowsOnly, text) === null) return text;
  const units = list();
  for (let i = 0; i < n; i++) {
    units[i] = bytes[i] >= 0x80 && bytes[i] < 0xa0 ? windows1252[bytes[i] - 0x80] : bytes[i];
  }
  return unitsToText(units);
}

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
    typedSet(left, bytesPart(bytes, rest, typedLength(bytes)));
    this.#pending = more ? left : newBytes(0);
    let out = text;
    if (!this.#started && !this.#ignoreBOM && charCodeAt(out, 0) === 0xfeff) out = slice(out, 1);
    this.#started = more && (this.#started || out !== '' || text !== '');
    return out;
  }
  #decode(bytes, more) {
    const n = typedLength(bytes);
    if (this.#encoding === 'utf-8') return utf8Decode(bytes, 0, n, this.#fatal, more);
    const out = table();
    out.rest = n;
    if (this.#encoding === 'windows-1252') out.text = windowsDecode(bytes, n);
    else this.#decodeUnits(bytes, n, more, out);
    return out;
  }
  #decodeUnits(bytes, n, more, out) {
    const bigEndian = this.#encoding === 'utf-16be';
    let text = utf16Decode(bytes, 0, n, bigEndian);
    out.rest = n - n % 2;
    const last = charCodeAt(text, text.length - 1);
    const half = last >= 0xd800 && last <= 0xdbff;
    if (more && half) {
      text = slice(text, 0, -1);
      out.rest -= 2;
    }
    out.text = toWellFormed(text);
    const odd = n % 2 === 1 && !more;
    if (this.#fatal && (odd || out.text !== text)) {
      throw new CTypeError(`The encoded data was not valid for encoding ${this.#encoding}`);
    }
    if (odd && !half) out.text += '\ufffd';
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

// UTF-8. The engine's own conversions are tens of times faster than a loop, so
// text becomes percent escapes, those a text with one character for each byte,
// and that bytes by way of base64; and back. Pieces bound the memory it takes.
const utf8Piece = 1 << 14;
const notAscii = /[^\x00-\x7f]/;

function isPair(text, i) {
  const high = charCodeAt(text, i);
  if (high < 0xd800 || high > 0xdbff || i + 1 >= text.length) return false;
  const low = charCodeAt(text, i + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

// utf8Latin gives the bytes of a text as the characters of another.
function utf8Latin(text) {
  let out = '';
  for (let at = 0; at < text.length;) {
    let to = at + utf8Piece;
    if (isPair(text, to - 1)) to++;
    const piece = at === 0 && to >= text.length ? text : slice(text, at, to);
    out += unescapeUnits(toPercent(toWellFormed(piece)));
    at = to;
  }
  return out;
}

const utf8Encode = (text) => latinEncode(utf8Latin(text));

// utf8Write encodes what fits and gives the units read and the bytes written.
function utf8Write(text, bytes, limit) {
  let latin = utf8Latin(text.length > limit ? slice(text, 0, limit) : text);
  const out = table();
  out.read = text.length;
  if (latin.length > limit || text.length > limit) {
    let end = min(limit, latin.length);
    while (end > 0 && end < latin.length && (charCodeAt(latin, end) & 0xc0) === 0x80) end--;
    latin = slice(latin, 0, end);
    out.read = utf8Text(latin).length;
  }
  setLatin(bytesPart(bytes, 0, latin.length), latin);
  out.written = latin.length;
  return out;
}

// utf8Text undoes utf8Latin; it throws where the bytes are no UTF-8.
const utf8Text = (latin) => (regexpExec(notAscii, latin) === null ? latin : fromPercent(escapeUnits(latin)));

function utf8Decode(bytes, from, to, fatal, more) {
  const out = table();
  out.text = '';
  out.rest = from;
  while (out.rest < to) {
    const end = utf8PieceEnd(bytes, out.rest, to);
    try {
      out.text += utf8Text(latinDecode(bytes, out.rest, end));
      out.rest = end;
    } catch {
      const { text, rest } = utf8Mend(bytes, out.rest, end, fatal, more && end === to);
      out.text += text;
      out.rest = rest;
      if (end === to) break;
    }
  }
  return out;
}

// utf8PieceEnd is where a piece can end without cutting a character.
function utf8PieceEnd(bytes, from, to) {
  const end = from + utf8Piece;
  if (end >= to) return to;
  for (let i = end; i > end - 4; i--) if ((bytes[i] & 0xc0) !== 0x80) return i;
  return end;
}

// utf8Mend follows the WHATWG decoder: each maximal broken part becomes one
// U+FFFD, or an error when fatal. It gives the text and where an unfinished
// character begins at the end, when more may follow.
function utf8Mend(bytes, from, to, fatal, more) {
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

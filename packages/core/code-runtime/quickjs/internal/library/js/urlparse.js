// The parser of URLs after the WHATWG standard.
const specialPorts = table();
specialPorts['http:'] = '80';
specialPorts['https:'] = '443';
specialPorts['ws:'] = '80';
specialPorts['wss:'] = '443';
specialPorts['ftp:'] = '21';
specialPorts['file:'] = '';
const isSpecial = (u) => specialPorts[u.scheme] !== undefined;

const urlError = (text) => {
  const error = new CTypeError('Invalid URL');
  property(error, 'code', 'ERR_INVALID_URL', true, true);
  property(error, 'input', text, true, true);
  return error;
};

// Percent-encode sets: each has what the one before has, and more.
const inControl = (c) => c < 0x20 || c > 0x7e;
const inFragment = (c) => inControl(c) || includes(' "<>`', fromCharCode(c));
const inQuery = (c) => inControl(c) || includes(' "#<>', fromCharCode(c));
const inSpecialQuery = (c) => inQuery(c) || c === 0x27;
const inPath = (c) => inQuery(c) || includes('?^`{}', fromCharCode(c));
const inUserinfo = (c) => inPath(c) || includes('/:;=@[\\]|', fromCharCode(c));
const inForm = (c) => !(c >= 0x30 && c <= 0x39) && !(c >= 0x41 && c <= 0x5a) &&
  !(c >= 0x61 && c <= 0x7a) && !includes('*-._', fromCharCode(c));

function percentEncode(text, inSet) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const c = charCodeAt(text, i);
    if (c < 0x80 && !inSet(c)) {
      out += text[i];
      continue;
    }
    const pair = isPair(text, i);
    const bytes = utf8Encode(pair ? slice(text, i, i + 2) : text[i]);
    for (let j = 0; j < typedLength(bytes); j++) {
      out += `%${padStart(toUpper(numberToString(bytes[j], 16)), 2, '0')}`;
    }
    if (pair) i++;
  }
  return out;
}

const hexPair = /^[0-9a-fA-F]{2}$/;
function percentDecode(text) {
  if (!includes(text, '%')) return text;
  const source = utf8Encode(text);
  const out = newBytes(typedLength(source));
  let n = 0;
  for (let i = 0; i < typedLength(source); i++) {
    const pair = source[i] === 37 ? fromCharCode(source[i + 1] || 0, source[i + 2] || 0) : '';
    if (pair !== '' && regexpExec(hexPair, pair) !== null) {
      out[n++] = +`0x${pair}`;
      i += 2;
    } else out[n++] = source[i];
  }
  return utf8Decode(out, 0, n, false, false).text;
}

function parseURL(input, base) {
  let text = input;
  while (text !== '' && charCodeAt(text, 0) <= 32) text = slice(text, 1);
  while (text !== '' && charCodeAt(text, text.length - 1) <= 32) text = slice(text, 0, -1);
  let clean = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\t' && text[i] !== '\n' && text[i] !== '\r') clean += text[i];
  }
  const u = table();
  u.scheme = '';
  u.username = '';
  u.password = '';
  u.host = null;
  u.port = '';
  u.path = list();
  u.opaque = null;
  u.query = null;
  u.fragment = null;
  const hash = indexOf(clean, '#');
  if (hash >= 0) {
    u.fragment = percentEncode(slice(clean, hash + 1), inFragment);
    clean = slice(clean, 0, hash);
  }
  const scheme = regexpExec(/^[a-zA-Z][a-zA-Z0-9+.-]*:/, clean);
  if (scheme !== null) {
    u.scheme = toLower(scheme[0]);
    return afterScheme(u, slice(clean, scheme[0].length), base);
  }
  if (base === undefined) return null;
  return relativeTo(u, clean, base);
}

function afterScheme(u, rest, base) {
  if (u.scheme === 'file:') return parseFile(u, rest, base);
  if (isSpecial(u)) {
    if (base !== undefined && base.scheme === u.scheme && !startsWith(rest, '/') &&
        !startsWith(rest, '\\')) {
      return relativeTo(u, rest, base);
    }
    let at = 0;
    while (rest[at] === '/' || rest[at] === '\\') at++;
    return parseAuthority(u, slice(rest, at));
  }
  if (startsWith(rest, '//')) return parseAuthority(u, slice(rest, 2));
  if (startsWith(rest, '/')) return parsePathAndQuery(u, rest);
  const q = indexOf(rest, '?');
  u.opaque = percentEncode(q < 0 ? rest : slice(rest, 0, q), inControl);
  if (q >= 0) u.query = percentEncode(slice(rest, q + 1), inQuery);
  return u;
}

function copyAuthority(u, base) {
  u.username = base.username;
  u.password = base.password;
  u.host = base.host;
  u.port = base.port;
}

function copyPath(u, base) {
  for (let i = 0; i < base.path.length; i++) u.path[i] = base.path[i];
}

function relativeTo(u, rest, base) {
  if (base.opaque !== null) {
    if (rest !== '' || u.fragment === null) return null;
    u.scheme = base.scheme;
    u.opaque = base.opaque;
    u.query = base.query;
    return u;
  }
  u.scheme = base.scheme;
  if (u.scheme === 'file:') return parseFile(u, rest, base);
  const slash = (i) => rest[i] === '/' || (isSpecial(u) && rest[i] === '\\');
  if (slash(0) && slash(1)) {
    let at = 2;
    while (isSpecial(u) && slash(at)) at++;
    return parseAuthority(u, slice(rest, at));
  }
  copyAuthority(u, base);
  if (slash(0)) return parsePathAndQuery(u, rest);
  copyPath(u, base);
  if (rest === '') {
    u.query = base.query;
    return u;
  }
  if (startsWith(rest, '?')) return parsePathAndQuery(u, rest);
  if (u.path.length > 0) u.path.length--;
  return parsePathAndQuery(u, rest);
}

const driveLetter = /^[a-zA-Z][:|]$/;
const startsWithDrive = /^[a-zA-Z][:|]([/\\?]|$)/;

function parseFile(u, input, base) {
  let rest = input;
  u.host = '';
  const slash = (i) => rest[i] === '/' || rest[i] === '\\';
  if (slash(0) && slash(1)) {
    rest = slice(rest, 2);
    const end = regexpExec(/^[^/\\?]*/, rest)[0].length;
    const host = slice(rest, 0, end);
    if (regexpExec(driveLetter, host) === null) {
      const parsed = host === '' ? '' : parseHost(host, true);
      if (parsed === null) return null;
      u.host = parsed === 'localhost' ? '' : parsed;
      rest = slice(rest, end);
    }
    return parsePathAndQuery(u, rest);
  }
  if (base !== undefined && base.scheme === 'file:') {
    u.host = base.host;
    if (!slash(0)) {
      if (regexpExec(startsWithDrive, rest) === null) {
        copyPath(u, base);
        if (rest === '') {
          u.query = base.query;
          return u;
        }
        if (rest[0] !== '?' && u.path.length > 0) u.path.length--;
      }
    } else if (base.path.length > 0 && regexpExec(/^[a-zA-Z]:$/, base.path[0]) !== null) {
      u.path[0] = base.path[0];
    }
  }
  return parsePathAndQuery(u, rest);
}

function parseAuthority(u, rest) {
  let end = 0;
  while (end < rest.length && !includes(isSpecial(u) ? '/?\\' : '/?', rest[end])) end++;
  let authority = slice(rest, 0, end);
  const at = lastIndexOf(authority, '@');
  if (at >= 0) {
    const info = slice(authority, 0, at);
    const colon = indexOf(info, ':');
    u.username = percentEncode(colon < 0 ? info : slice(info, 0, colon), inUserinfo);
    u.password = colon < 0 ? '' : percentEncode(slice(info, colon + 1), inUserinfo);
    authority = slice(authority, at + 1);
    if (authority === '') return null;
  }
  const port = regexpExec(/:([0-9]*)$/, authority);
  if (port !== null && !endsWith(authority, ']')) {
    if (!setPort(u, port[1])) return null;
    authority = slice(authority, 0, authority.length - port[0].length);
    if (authority === '' && (isSpecial(u) || port[1] !== '')) return null;
  }
  if (authority === '' && isSpecial(u)) return null;
  u.host = parseHost(authority, isSpecial(u));
  if (u.host === null) return null;
  return parsePathAndQuery(u, slice(rest, end));
}

function setPort(u, digits) {
  if (digits === '') return true;
  const n = +digits;
  if (n > 65535) return false;
  u.port = specialPorts[u.scheme] === `${n}` ? '' : `${n}`;
  return true;
}

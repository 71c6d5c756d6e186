// URL and URLSearchParams after the WHATWG standard.
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

const forbiddenHost = /[\x00-\x20#/:<>?@[\\\]^|]/;
const forbiddenDomain = /[\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]/;

function parseHost(text, special) {
  if (startsWith(text, '[')) {
    if (!endsWith(text, ']')) return null;
    const address = parseIPv6(slice(text, 1, -1));
    return address === null ? null : `[${address}]`;
  }
  if (!special) {
    return regexpExec(forbiddenHost, text) === null ? percentEncode(text, inControl) : null;
  }
  const domain = domainToASCII(percentDecode(text));
  if (domain === null || domain === '' || regexpExec(forbiddenDomain, domain) !== null) return null;
  return endsInNumber(domain) ? parseIPv4(domain) : domain;
}

function splitOn(text, separator) {
  const out = list();
  let at = 0;
  for (;;) {
    const next = indexOf(text, separator, at);
    if (next < 0) break;
    out[out.length] = slice(text, at, next);
    at = next + 1;
  }
  out[out.length] = slice(text, at);
  return out;
}

function endsInNumber(domain) {
  const parts = splitOn(domain, '.');
  if (parts[parts.length - 1] === '' && parts.length > 1) parts.length--;
  return regexpExec(/^([0-9]+|0[xX][0-9a-fA-F]*)$/, parts[parts.length - 1]) !== null;
}

function parseIPv4(domain) {
  const parts = splitOn(domain, '.');
  if (parts[parts.length - 1] === '' && parts.length > 1) parts.length--;
  if (parts.length > 4) return null;
  let value = 0;
  for (let i = 0; i < parts.length; i++) {
    const n = ipv4Number(parts[i]);
    const last = i === parts.length - 1;
    if (!(n >= 0) || (last ? n >= pow(256, 5 - parts.length) : n > 255)) return null;
    value += last ? n : n * pow(256, 3 - i);
  }
  let out = '';
  for (let i = 3; i >= 0; i--) out += `${floor(value / pow(256, i)) % 256}${i > 0 ? '.' : ''}`;
  return out;
}

function ipv4Number(text) {
  if (text === '') return -1;
  if (regexpExec(/^0[xX][0-9a-fA-F]*$/, text) !== null) return text.length === 2 ? 0 : +text;
  if (regexpExec(/^0[0-7]+$/, text) !== null) return +`0o${slice(text, 1)}`;
  return regexpExec(/^[0-9]+$/, text) !== null && (text === '0' || text[0] !== '0') ? +text : -1;
}

function parseIPv6(text) {
  const groups = list();
  let gap = -1;
  let rest = text;
  if (startsWith(rest, '::')) {
    gap = 0;
    rest = slice(rest, 2);
  } else if (startsWith(rest, ':')) return null;
  while (rest !== '') {
    const dotted = regexpExec(/^([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})$/, rest);
    if (dotted !== null) {
      for (let i = 1; i <= 4; i++) {
        if (+dotted[i] > 255 || (dotted[i].length > 1 && dotted[i][0] === '0')) return null;
      }
      groups[groups.length] = +dotted[1] * 256 + +dotted[2];
      groups[groups.length] = +dotted[3] * 256 + +dotted[4];
      break;
    }
    const group = regexpExec(/^[0-9a-fA-F]{1,4}/, rest);
    if (group === null) return null;
    groups[groups.length] = +`0x${group[0]}`;
    rest = slice(rest, group[0].length);
    if (rest === '') break;
    if (startsWith(rest, '::')) {
      if (gap >= 0) return null;
      gap = groups.length;
      rest = slice(rest, 2);
    } else if (startsWith(rest, ':') && rest.length > 1) rest = slice(rest, 1);
    else return null;
  }
  if (gap < 0 ? groups.length !== 8 : groups.length > 7) return null;
  const full = list();
  const from = gap < 0 ? groups.length : gap;
  for (let i = 0; i < from; i++) full[i] = groups[i];
  for (let i = from; i < 8 - (groups.length - from); i++) full[i] = 0;
  for (let i = from; i < groups.length; i++) full[full.length] = groups[i];
  return writeIPv6(full);
}

function writeIPv6(groups) {
  let best = -1;
  let bestLength = 1;
  for (let i = 0; i < 8; i++) {
    let n = 0;
    while (i + n < 8 && groups[i + n] === 0) n++;
    if (n > bestLength) {
      best = i;
      bestLength = n;
    }
  }
  let out = '';
  for (let i = 0; i < 8; i++) {
    if (i === best) {
      out += i === 0 ? '::' : ':';
      i += bestLength - 1;
      continue;
    }
    out += numberToString(groups[i], 16) + (i < 7 ? ':' : '');
  }
  return out;
}

// domainToASCII lower-cases a domain and writes labels beyond ASCII in
// Punycode.
function domainToASCII(domain) {
  const labels = splitOn(toLower(normalize(domain, 'NFKC')), '.');
  let out = '';
  for (let i = 0; i < labels.length; i++) {
    const label = regexpExec(/[^\x00-\x7f]/, labels[i]) === null ? labels[i] : punycode(labels[i]);
    if (label === null) return null;
    out += (i > 0 ? '.' : '') + label;
  }
  return out;
}

function punycode(label) {
  const points = list();
  let out = '';
  for (let i = 0; i < label.length; i++) {
    const c = codePointAt(label, i);
    points[points.length] = c;
    if (c < 0x80) out += label[i];
    if (c > 0xffff) i++;
  }
  let handled = out.length;
  if (handled > 0) out += '-';
  const basic = handled;
  let n = 128;
  let delta = 0;
  let bias = 72;
  while (handled < points.length) {
    let next = 0x7fffffff;
    for (let i = 0; i < points.length; i++) if (points[i] >= n && points[i] < next) next = points[i];
    delta += (next - n) * (handled + 1);
    if (delta > 0x7fffffff) return null;
    n = next;
    for (let i = 0; i < points.length; i++) {
      if (points[i] < n) delta++;
      if (points[i] !== n) continue;
      let q = delta;
      for (let k = 36; ; k += 36) {
        const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
        if (q < t) break;
        out += punyDigit(t + ((q - t) % (36 - t)));
        q = floor((q - t) / (36 - t));
      }
      out += punyDigit(q);
      bias = punyBias(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return `xn--${out}`;
}
const punyDigit = (d) => fromCharCode(d < 26 ? d + 97 : d + 22);
function punyBias(delta, points, first) {
  let d = first ? floor(delta / 700) : delta >> 1;
  d += floor(d / points);
  let k = 0;
  for (; d > 455; k += 36) d = floor(d / 35);
  return k + floor((36 * d) / (d + 38));
}

function parsePathAndQuery(u, rest) {
  const q = indexOf(rest, '?');
  if (q >= 0) {
    u.query = percentEncode(slice(rest, q + 1), isSpecial(u) ? inSpecialQuery : inQuery);
  }
  addPath(u, q < 0 ? rest : slice(rest, 0, q));
  return u;
}

const singleDot = /^(\.|%2e)$/i;
const doubleDot = /^(\.|%2e)(\.|%2e)$/i;

function addPath(u, text) {
  let path = text;
  const special = isSpecial(u);
  if (special && path !== '') {
    let slashes = '';
    for (let i = 0; i < path.length; i++) slashes += path[i] === '\\' ? '/' : path[i];
    path = slashes;
  }
  if (path === '') {
    if (special && u.path.length === 0) u.path[0] = '';
    return;
  }
  if (startsWith(path, '/')) path = slice(path, 1);
  const segments = splitOn(path, '/');
  for (let i = 0; i < segments.length; i++) {
    const last = i === segments.length - 1;
    let segment = percentEncode(segments[i], inPath);
    if (regexpExec(doubleDot, segment) !== null) {
      shortenPath(u);
      if (last) u.path[u.path.length] = '';
    } else if (regexpExec(singleDot, segment) !== null) {
      if (last) u.path[u.path.length] = '';
    } else {
      if (u.scheme === 'file:' && u.path.length === 0 && regexpExec(driveLetter, segment) !== null) {
        segment = `${segment[0]}:`;
      }
      u.path[u.path.length] = segment;
    }
  }
}

function shortenPath(u) {
  const drive = u.scheme === 'file:' && u.path.length === 1 &&
    regexpExec(/^[a-zA-Z]:$/, u.path[0]) !== null;
  if (!drive && u.path.length > 0) u.path.length--;
}

function pathText(u) {
  if (u.opaque !== null) return u.opaque;
  let text = '';
  for (let i = 0; i < u.path.length; i++) text += `/${u.path[i]}`;
  return text;
}

function urlText(u) {
  let text = u.scheme;
  if (u.host !== null) {
    text += '//';
    if (u.username !== '' || u.password !== '') {
      text += u.username + (u.password === '' ? '' : `:${u.password}`) + '@';
    }
    text += u.host + (u.port === '' ? '' : `:${u.port}`);
  } else if (u.opaque === null && u.path.length > 1 && u.path[0] === '') text += '/.';
  return text + pathText(u) + (u.query === null ? '' : `?${u.query}`) +
    (u.fragment === null ? '' : `#${u.fragment}`);
}

const urls = new CWeakMap();
const urlOf = (o) => stateOf(urls, o, 'URL');
const searches = new CWeakMap();
const searchOf = (o) => stateOf(searches, o, 'URLSearchParams');

function newSearch(text, url) {
  const state = table();
  state.pairs = parseForm(text);
  state.url = url;
  return state;
}

class URL {
  constructor(input, base) {
    if (arguments.length === 0) throw new CTypeError('URL needs a text');
    weakSet(urls, this, resolveURL(`${input}`, base));
  }
  static canParse(input, base) {
    try {
      resolveURL(`${input}`, base);
      return true;
    } catch {
      return false;
    }
  }
  static parse(input, base) {
    try {
      return new URL(input, base);
    } catch {
      return null;
    }
  }
  get href() { return urlText(urlOf(this)); }
  set href(text) {
    const params = urlOf(this).params;
    const u = parseURL(`${text}`);
    if (u === null) throw urlError(`${text}`);
    weakSet(urls, this, u);
    if (params !== undefined) {
      u.params = params;
      const state = searchOf(params);
      state.url = u;
      state.pairs = parseForm(u.query || '');
    }
  }
  get origin() {
    const u = urlOf(this);
    if (u.scheme === 'blob:') {
      const inner = parseURL(pathText(u));
      return inner !== null && (inner.scheme === 'http:' || inner.scheme === 'https:')
        ? new URL(urlText(inner)).origin : 'null';
    }
    if (!isSpecial(u) || u.scheme === 'file:') return 'null';
    return `${u.scheme}//${u.host}${u.port === '' ? '' : `:${u.port}`}`;
  }
  get protocol() { return urlOf(this).scheme; }
  set protocol(text) {
    const u = urlOf(this);
    const match = regexpExec(/^[a-zA-Z][a-zA-Z0-9+.-]*/, `${text}`);
    if (match === null) return;
    const scheme = `${toLower(match[0])}:`;
    if ((specialPorts[scheme] !== undefined) !== isSpecial(u)) return;
    if (scheme === 'file:' && (u.username !== '' || u.password !== '' || u.port !== '')) return;
    u.scheme = scheme;
    if (u.port === specialPorts[scheme]) u.port = '';
  }
  get username() { return urlOf(this).username; }
  set username(text) {
    if (urlOf(this).host) urlOf(this).username = percentEncode(`${text}`, inUserinfo);
  }
  get password() { return urlOf(this).password; }
  set password(text) {
    if (urlOf(this).host) urlOf(this).password = percentEncode(`${text}`, inUserinfo);
  }
  get host() {
    const u = urlOf(this);
    return u.host === null ? '' : u.host + (u.port === '' ? '' : `:${u.port}`);
  }
  set host(text) {
    const u = urlOf(this);
    if (u.opaque !== null) return;
    const match = regexpExec(/^(\[[^\]]*\]|[^:/?#\\]*)(?::([0-9]*))?/, `${text}`);
    const host = match[1] === '' ? null : parseHost(match[1], isSpecial(u));
    if (host === null) return;
    u.host = host;
    if (match[2]) setPort(u, match[2]);
  }
  get hostname() { return urlOf(this).host || ''; }
  set hostname(text) {
    const u = urlOf(this);
    if (u.opaque !== null) return;
    const match = regexpExec(/^(\[[^\]]*\]|[^:/?#\\]*)/, `${text}`);
    const host = match[1] === '' ? null : parseHost(match[1], isSpecial(u));
    if (host !== null) u.host = host;
  }
  get port() { return urlOf(this).port; }
  set port(text) {
    const u = urlOf(this);
    if (!u.host || u.scheme === 'file:') return;
    const match = regexpExec(/^[0-9]*/, `${text}`);
    if (`${text}` === '') u.port = '';
    else if (match[0] !== '') setPort(u, match[0]);
  }
  get pathname() { return pathText(urlOf(this)); }
  set pathname(text) {
    const u = urlOf(this);
    if (u.opaque !== null) return;
    let path = '';
    for (let i = 0, t = `${text}`; i < t.length; i++) {
      path += t[i] === '?' ? '%3F' : t[i] === '#' ? '%23' : t[i];
    }
    u.path = list();
    addPath(u, path === '' && isSpecial(u) ? '' : path);
  }
  get search() { return urlOf(this).query ? `?${urlOf(this).query}` : ''; }
  set search(text) {
    const u = urlOf(this);
    const query = startsWith(`${text}`, '?') ? slice(`${text}`, 1) : `${text}`;
    u.query = `${text}` === '' ? null : percentEncode(query, isSpecial(u) ? inSpecialQuery : inQuery);
    if (u.params !== undefined) searchOf(u.params).pairs = parseForm(query);
  }
  get searchParams() {
    const u = urlOf(this);
    if (u.params === undefined) {
      u.params = new URLSearchParams();
      weakSet(searches, u.params, newSearch(u.query || '', u));
    }
    return u.params;
  }
  get hash() { return urlOf(this).fragment ? `#${urlOf(this).fragment}` : ''; }
  set hash(text) {
    const body = startsWith(`${text}`, '#') ? slice(`${text}`, 1) : `${text}`;
    urlOf(this).fragment = `${text}` === '' ? null : percentEncode(body, inFragment);
  }
  toString() { return urlText(urlOf(this)); }
  toJSON() { return urlText(urlOf(this)); }
}
hide(URL.prototype, symbolToStringTag, 'URL');

function resolveURL(input, base) {
  const parsedBase = base === undefined ? undefined : parseURL(`${base}`);
  if (parsedBase === null) throw urlError(`${base}`);
  const u = parseURL(input, parsedBase);
  if (u === null) throw urlError(input);
  u.params = undefined;
  return u;
}

// Form encoding: pairs are a flat list of names and values.
function parseForm(text) {
  const pairs = list();
  const parts = splitOn(text, '&');
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] === '') continue;
    const equals = indexOf(parts[i], '=');
    const name = equals < 0 ? parts[i] : slice(parts[i], 0, equals);
    const value = equals < 0 ? '' : slice(parts[i], equals + 1);
    pairs[pairs.length] = percentDecode(plusToSpace(name));
    pairs[pairs.length] = percentDecode(plusToSpace(value));
  }
  return pairs;
}

function plusToSpace(text) {
  if (!includes(text, '+')) return text;
  let out = '';
  for (let i = 0; i < text.length; i++) out += text[i] === '+' ? ' ' : text[i];
  return out;
}

function formText(pairs) {
  let out = '';
  const part = (text) => {
    let encoded = '';
    const pieces = splitOn(text, ' ');
    for (let i = 0; i < pieces.length; i++) {
      encoded += (i > 0 ? '+' : '') + percentEncode(pieces[i], inForm);
    }
    return encoded;
  };
  for (let i = 0; i < pairs.length; i += 2) {
    out += `${i > 0 ? '&' : ''}${part(pairs[i])}=${part(pairs[i + 1])}`;
  }
  return out;
}

class URLSearchParams {
  constructor(init) {
    const state = newSearch('', undefined);
    weakSet(searches, this, state);
    if (init === undefined || init === null) return;
    if (!isObject(init)) {
      const text = `${init}`;
      state.pairs = parseForm(startsWith(text, '?') ? slice(text, 1) : text);
    } else if (typeof init[symbolIterator] === 'function') {
      for (const pair of init) {
        const items = [...pair];
        if (items.length !== 2) throw new CTypeError('each query pair must be a name and a value');
        addPair(state, `${items[0]}`, `${items[1]}`);
      }
    } else {
      const keys = setPrototypeOf(objectKeys(init), null);
      for (let i = 0; i < keys.length; i++) addPair(state, keys[i], `${init[keys[i]]}`);
    }
  }
  get size() { return searchOf(this).pairs.length / 2; }
  append(name, value) {
    const state = searchOf(this);
    addPair(state, `${name}`, `${value}`);
    updateURL(state);
  }
  delete(name, value) {
    const state = searchOf(this);
    const kept = list();
    for (let i = 0; i < state.pairs.length; i += 2) {
      if (state.pairs[i] === `${name}` && (value === undefined || state.pairs[i + 1] === `${value}`)) {
        continue;
      }
      kept[kept.length] = state.pairs[i];
      kept[kept.length] = state.pairs[i + 1];
    }
    state.pairs = kept;
    updateURL(state);
  }
  get(name) {
    const { pairs } = searchOf(this);
    for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === `${name}`) return pairs[i + 1];
    return null;
  }
  getAll(name) {
    const { pairs } = searchOf(this);
    const out = [];
    for (let i = 0; i < pairs.length; i += 2) {
      if (pairs[i] === `${name}`) property(out, out.length, pairs[i + 1], true, true);
    }
    return out;
  }
  has(name, value) {
    const { pairs } = searchOf(this);
    for (let i = 0; i < pairs.length; i += 2) {
      if (pairs[i] === `${name}` && (value === undefined || pairs[i + 1] === `${value}`)) return true;
    }
    return false;
  }
  set(name, value) {
    const state = searchOf(this);
    const kept = list();
    let found = false;
    for (let i = 0; i < state.pairs.length; i += 2) {
      const same = state.pairs[i] === `${name}`;
      if (same && found) continue;
      kept[kept.length] = state.pairs[i];
      kept[kept.length] = same ? `${value}` : state.pairs[i + 1];
      found = found || same;
    }
    state.pairs = kept;
    if (!found) addPair(state, `${name}`, `${value}`);
    updateURL(state);
  }
  sort() {
    const state = searchOf(this);
    const { pairs } = state;
    // Insertion sort keeps equal names in their order.
    for (let i = 2; i < pairs.length; i += 2) {
      const name = pairs[i];
      const value = pairs[i + 1];
      let j = i;
      for (; j > 0 && pairs[j - 2] > name; j -= 2) {
        pairs[j] = pairs[j - 2];
        pairs[j + 1] = pairs[j - 1];
      }
      pairs[j] = name;
      pairs[j + 1] = value;
    }
    updateURL(state);
  }
  forEach(callback, receiver) {
    const state = searchOf(this);
    for (let i = 0; i < state.pairs.length; i += 2) {
      apply(callback, receiver, [state.pairs[i + 1], state.pairs[i], this]);
    }
  }
  * entries() {
    const state = searchOf(this);
    for (let i = 0; i < state.pairs.length; i += 2) yield [state.pairs[i], state.pairs[i + 1]];
  }
  * keys() {
    const state = searchOf(this);
    for (let i = 0; i < state.pairs.length; i += 2) yield state.pairs[i];
  }
  * values() {
    const state = searchOf(this);
    for (let i = 0; i < state.pairs.length; i += 2) yield state.pairs[i + 1];
  }
  toString() { return formText(searchOf(this).pairs); }
}
hide(URLSearchParams.prototype, symbolIterator, URLSearchParams.prototype.entries);
hide(URLSearchParams.prototype, symbolToStringTag, 'URLSearchParams');

function addPair(state, name, value) {
  state.pairs[state.pairs.length] = toWellFormed(name);
  state.pairs[state.pairs.length] = toWellFormed(value);
}

function updateURL(state) {
  if (state.url !== undefined) state.url.query = state.pairs.length === 0 ? null : formText(state.pairs);
}

publish('URL', URL);
publish('URLSearchParams', URLSearchParams);

// In the console both show their parts, as in Node.
shapes.Object = (state, value, constructor, shape) => {
  const u = weakGet(urls, value);
  const search = u === undefined ? weakGet(searches, value) : undefined;
  if (u !== undefined) {
    shape.keys = list();
    shape.open = 'URL {';
    shape.items = urlItems;
    return undefined;
  }
  if (search !== undefined) {
    shape.keys = list();
    shape.open = 'URLSearchParams {';
    shape.items = () => {
      const out = list();
      for (let i = 0; i < search.pairs.length; i += 2) {
        out[out.length] = `${quoteString(search.pairs[i])} => ${quoteString(search.pairs[i + 1])}`;
      }
      return out;
    };
    return search.pairs.length === 0 ? 'URLSearchParams {}' : undefined;
  }
  return describeObject(state, value, constructor, shape);
};

function urlItems(state, value, depth) {
  const out = list();
  for (let i = 0; i < urlParts.length; i++) {
    const name = urlParts[i];
    state.indent += 2;
    out[out.length] = `${name}: ${formatValue(state, urlGetters[name](value), depth)}`;
    state.indent -= 2;
  }
  return out;
}
const urlParts = setPrototypeOf(['href', 'origin', 'protocol', 'username', 'password', 'host',
  'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash'], null);
const urlGetters = table();
for (let i = 0; i < urlParts.length; i++) urlGetters[urlParts[i]] = getter(URL.prototype, urlParts[i]);

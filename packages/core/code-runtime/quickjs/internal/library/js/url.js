// URL after the WHATWG standard.
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

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

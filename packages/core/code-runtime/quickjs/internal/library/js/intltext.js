// Intl.Collator and localeCompare, ListFormat, RelativeTimeFormat, Segmenter.
const collators = new CWeakMap();

// The order of characters: white space, punctuation, symbols, digits, letters.
const rankOf = new CMap();
{
  const order = '\t\n\v\f\r \u00a0_-–—,;:!?.\'"‘’“”()[]{}§@*/\\&#%`´^°+±<=>|~$¢£€¥0123456789';
  for (let i = 0; i < order.length; i++) mapSet(rankOf, charCodeAt(order, i), i + 1);
}
const letterBase = 1000;
const expansions = table();
for (const pair of 'ßss|œoe|øo|đd|łl|þth|ðd|ıi'.split('|')) expansions[pair[0]] = slice(pair, 1);
expansions['æ'] = 'ae';

function makeCollator(locales, options) {
  const c = table();
  c.facts = pickLocale(locales);
  c.numeric = options !== undefined && !!options.numeric;
  c.sensitivity = option(options, 'sensitivity', undefined, 'variant');
  c.caseFirst = option(options, 'caseFirst', undefined, 'false');
  c.ignorePunctuation = options !== undefined && !!options.ignorePunctuation;
  c.usage = option(options, 'usage', undefined, 'sort');
  return c;
}

const plainText = /^[a-z]*$/;
const marks = /[\u0300-\u036f]/;

// collationKey gives three lists of weights: letters, accents, cases.
function collationKey(c, text) {
  const key = table();
  key.first = list();
  key.second = list();
  key.third = list();
  const decomposed = normalize(text, 'NFD');
  for (let i = 0; i < decomposed.length; i++) {
    const unit = charCodeAt(decomposed, i);
    if (unit >= 0x300 && unit <= 0x36f) {
      const last = key.second.length - 1;
      if (last >= 0) key.second[last] = key.second[last] * 128 + (unit - 0x2ff);
      continue;
    }
    if (c.numeric && unit >= 48 && unit <= 57) {
      i = addNumber(key, decomposed, i);
      continue;
    }
    let ch = decomposed[i];
    if (isPair(decomposed, i)) ch += decomposed[++i];
    addCharacter(c, key, ch);
  }
  return key;
}

// addNumber makes one weight list of a run of digits: its length comes first,
// so that values compare by size.
function addNumber(key, text, from) {
  let to = from;
  while (to < text.length && charCodeAt(text, to) >= 48 && charCodeAt(text, to) <= 57) to++;
  let start = from;
  while (start < to - 1 && text[start] === '0') start++;
  addWeight(key, mapGet(rankOf, 48), 1, 1);
  addWeight(key, to - start, 1, 1);
  for (let i = start; i < to; i++) addWeight(key, charCodeAt(text, i), 1, 1);
  return to - 1;
}

function addWeight(key, first, second, third) {
  const n = key.first.length;
  key.first[n] = first;
  key.second[n] = second;
  key.third[n] = third;
}

function addCharacter(c, key, ch) {
  const lower = toLower(ch);
  const third = lower === ch ? 1 : 2;
  const expanded = expansions[lower];
  if (expanded !== undefined) {
    for (let i = 0; i < expanded.length; i++) {
      addWeight(key, letterBase + charCodeAt(expanded, i), 2, third);
    }
    return;
  }
  const code = codePointAt(lower, 0);
  const rank = mapGet(rankOf, code);
  if (rank !== undefined) {
    if (!(c.ignorePunctuation && code < 48)) addWeight(key, rank, 1, 1);
  } else if (code >= 32) addWeight(key, letterBase + code, 1, third);
}

function compareLists(a, b, flip) {
  const n = min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return (a[i] < b[i]) === !flip ? -1 : 1;
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
}

function collate(c, a, b) {
  if (a === b) return 0;
  if (regexpExec(plainText, a) !== null && regexpExec(plainText, b) !== null) return a < b ? -1 : 1;
  const ka = collationKey(c, a);
  const kb = collationKey(c, b);
  let order = compareLists(ka.first, kb.first, false);
  if (order === 0 && (c.sensitivity === 'accent' || c.sensitivity === 'variant')) {
    order = compareLists(ka.second, kb.second, false);
  }
  if (order === 0 && (c.sensitivity === 'case' || c.sensitivity === 'variant')) {
    order = compareLists(ka.third, kb.third, c.caseFirst === 'upper');
  }
  return order;
}

const Collator = intlClass('Collator', collators, makeCollator, true);
accessor(Collator.prototype, 'compare', function () {
  const c = stateOf(collators, this, 'Intl.Collator');
  return named('', (a, b) => collate(c, `${a}`, `${b}`));
});
hide(Collator.prototype, 'resolvedOptions', function resolvedOptions() {
  const c = stateOf(collators, this, 'Intl.Collator');
  return { locale: c.facts.tag, usage: c.usage, sensitivity: c.sensitivity,
    ignorePunctuation: c.ignorePunctuation, collation: 'default', numeric: c.numeric, caseFirst: c.caseFirst };
});
const defaultCollator = makeCollator(undefined, undefined);
hide(stringProto, 'localeCompare', named('localeCompare', function (that, locales, options) {
  if (this === null || this === undefined) throw new CTypeError('localeCompare called on null or undefined');
  const c = locales === undefined && options === undefined ? defaultCollator
    : makeCollator(locales, optionsOf(options));
  return collate(c, `${this}`, `${that}`);
}));

const listFormats = new CWeakMap();
const ListFormat = intlClass('ListFormat', listFormats, (locales, options) => {
  const f = table();
  f.type = option(options, 'type', undefined, 'conjunction');
  f.style = option(options, 'style', undefined, 'long');
  f.facts = pickLocale(locales);
  return f;
}, false);
function listParts(f, items) {
  const texts = list();
  for (const item of items) {
    if (typeof item !== 'string') throw new CTypeError('Iterable yielded a non-string value');
    texts[texts.length] = item;
  }
  const word = f.type === 'disjunction' ? 'or' : f.style === 'long' ? 'and' : '&';
  const parts = list();
  for (let i = 0; i < texts.length; i++) {
    const last = i === texts.length - 1;
    let joint = ', ';
    if (f.type === 'unit') joint = f.style === 'narrow' ? ' ' : ', ';
    else if (last && f.style === 'narrow' && f.type === 'conjunction') joint = ', ';
    else if (last) joint = texts.length === 2 ? ` ${word} ` : `, ${word} `;
    if (i > 0) addPart(parts, 'literal', joint);
    addPart(parts, 'element', texts[i]);
  }
  return parts;
}
hide(ListFormat.prototype, 'format', function format(items) {
  return partsToText(listParts(stateOf(listFormats, this, 'Intl.ListFormat'), items));
});
hide(ListFormat.prototype, 'formatToParts', function formatToParts(items) {
  return publicParts(listParts(stateOf(listFormats, this, 'Intl.ListFormat'), items));
});

const relativeFormats = new CWeakMap();
const RelativeTimeFormat = intlClass('RelativeTimeFormat', relativeFormats, (locales, options) => {
  const f = table();
  f.auto = option(options, 'numeric', undefined, 'always') === 'auto';
  f.style = option(options, 'style', undefined, 'long');
  f.numbers = makeNumberFormat(locales, undefined);
  return f;
}, false);
const relativeUnits = ' second minute hour day week month quarter year ';
const shortUnits = table();
for (const pair of 'second sec.|minute min.|hour hr.|day day|week wk.|month mo.|quarter qtr.|year yr.'.split('|')) {
  const space = indexOf(pair, ' ');
  shortUnits[slice(pair, 0, space)] = slice(pair, space + 1);
}
hide(RelativeTimeFormat.prototype, 'format', function format(value, unitName) {
  const f = stateOf(relativeFormats, this, 'Intl.RelativeTimeFormat');
  const n = +value;
  const given = `${unitName}`;
  const unit = endsWith(given, 's') ? slice(given, 0, -1) : given;
  if (!includes(relativeUnits, ` ${unit} `)) throw new CRangeError(`Invalid unit argument for format() '${given}'`);
  if (!isFinite(n)) throw new CRangeError('The value must be finite');
  if (f.auto) {
    const word = relativeWord(n, unit);
    if (word !== undefined) return word;
  }
  const text = partsToText(numberParts(f.numbers, abs(n)));
  let shown = f.style === 'long' ? unit : shortUnits[unit];
  if (text !== '1' && (f.style === 'long' || unit === 'day')) shown += 's';
  else if (text !== '1' && unit === 'quarter') shown = 'qtrs.';
  return n < 0 || sameValue(n, -0) ? `${text} ${shown} ago` : `in ${text} ${shown}`;
});
function relativeWord(n, unit) {
  if (n !== 0 && n !== 1 && n !== -1) return undefined;
  if (unit === 'second') return n === 0 ? 'now' : undefined;
  if (unit === 'day') return n === 0 ? 'today' : n > 0 ? 'tomorrow' : 'yesterday';
  if (unit === 'minute' || unit === 'hour') return n === 0 ? `this ${unit}` : undefined;
  return `${n === 0 ? 'this' : n > 0 ? 'next' : 'last'} ${unit}`;
}

// Segmenter: graphemes by the common joining rules, words and sentences by
// simple patterns.
const segmenters = new CWeakMap();
const Segmenter = intlClass('Segmenter', segmenters, (locales, options) => {
  const f = table();
  f.granularity = option(options, 'granularity', undefined, 'grapheme');
  f.pattern = f.granularity === 'word' ? /[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}\p{M}_]+)*|\s+|./suy
    : f.granularity === 'sentence' ? /[^.!?]*[.!?]*\s*/suy
      : /\r\n|\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}])*(?:\u200d\p{Emoji}(?:\p{EMod}|\ufe0f)*)*\p{M}*|.\p{M}*\u200d?/suy;
  return f;
}, false);
const setLastIndex = (r, n) => { r.lastIndex = n; };
const wordLike = /[\p{L}\p{N}]/u;
hide(Segmenter.prototype, 'segment', function segment(input) {
  const f = stateOf(segmenters, this, 'Intl.Segmenter');
  const text = `${input}`;
  const out = {};
  hide(out, symbolIterator, function* () {
    for (let at = 0; at < text.length;) {
      setLastIndex(f.pattern, at);
      const match = regexpExec(f.pattern, text);
      const piece = match === null || match[0] === '' ? text[at] : match[0];
      const item = { __proto__: null, segment: piece, index: at, input: text };
      if (f.granularity === 'word') item.isWordLike = regexpExec(wordLike, piece) !== null;
      yield plainly(item);
      at += piece.length;
    }
  });
  return out;
});

// Intl.ListFormat, RelativeTimeFormat, Segmenter.
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

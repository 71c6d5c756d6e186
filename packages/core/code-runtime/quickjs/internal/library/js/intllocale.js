// Intl.Locale: the parts of a language tag.
const localeStates = new CWeakMap();
const localeShape = /^([a-z]{2,3}|[a-z]{5,8})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?((?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)((?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*)(-x(?:-[a-z0-9]{1,8})+)?$/;
const likelyTags = 'ar Arab EG\nde Latn DE\nen Latn US\nes Latn ES\nfr Latn FR\nhe Hebr IL\nhi Deva IN\n' +
  'it Latn IT\nja Jpan JP\nko Kore KR\nnl Latn NL\npl Latn PL\npt Latn BR\nru Cyrl RU\nsv Latn SE\n' +
  'tr Latn TR\nuk Cyrl UA\nzh Hans CN\n';
const localeKeys = setPrototypeOf([['ca', 'calendar'], ['co', 'collation'], ['hc', 'hourCycle'],
  ['kf', 'caseFirst'], ['kn', 'numeric'], ['nu', 'numberingSystem']], null);
for (let i = 0; i < localeKeys.length; i++) setPrototypeOf(localeKeys[i], null);

const badLocale = () => new CRangeError('Incorrect locale information provided');
const titled = (text) => toUpper(text[0]) + toLower(slice(text, 1));

function parseLocale(tag) {
  const match = regexpExec(localeShape, toLower(tag));
  if (match === null) throw badLocale();
  const l = table();
  l.language = match[1] === 'iw' ? 'he' : match[1];
  l.script = match[2] === undefined ? undefined : titled(match[2]);
  l.region = match[3] === undefined ? undefined : toUpper(match[3]);
  l.variants = match[4];
  l.others = '';
  l.tail = match[6] || '';
  readExtensions(l, pieces(slice(match[5], 1), '-'));
  return l;
}

function readExtensions(l, words) {
  let unicode = false;
  let key = '';
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word.length === 1) unicode = word === 'u';
    if (!unicode) {
      if (word !== '') l.others += `-${word}`;
    } else if (word.length === 2) {
      key = word;
      if (l[key] === undefined) l[key] = '';
    } else if (word.length > 2 && key !== '') l[key] += l[key] === '' ? word : `-${word}`;
  }
}

const localeBase = (l) => l.language + (l.script === undefined ? '' : `-${l.script}`) +
  (l.region === undefined ? '' : `-${l.region}`) + l.variants;

function localeText(l) {
  let keys = '';
  for (let i = 0; i < localeKeys.length; i++) {
    const value = l[localeKeys[i][0]];
    if (value !== undefined) keys += `-${localeKeys[i][0]}${value === '' || value === 'true' ? '' : `-${value}`}`;
  }
  return localeBase(l) + l.others + (keys === '' ? '' : `-u${keys}`) + l.tail;
}

const Locale = intlClass('Locale', localeStates, (tag, options) => {
  if (typeof tag !== 'string' && !isObject(tag)) {
    throw new CTypeError("First argument to Intl.Locale constructor can't be empty or missing");
  }
  const known = isObject(tag) ? weakGet(localeStates, tag) : undefined;
  const l = parseLocale(known === undefined ? `${tag}` : localeText(known));
  const language = option(options, 'language', undefined, l.language);
  const script = option(options, 'script', undefined, l.script);
  const region = option(options, 'region', undefined, l.region);
  const base = parseLocale(localeBase({ __proto__: null, language, script, region, variants: l.variants }));
  l.language = base.language;
  l.script = base.script;
  l.region = base.region;
  for (let i = 0; i < localeKeys.length; i++) {
    const value = option(options, localeKeys[i][1], undefined, undefined);
    if (value !== undefined && value !== 'false') l[localeKeys[i][0]] = value;
    else if (value === 'false') l[localeKeys[i][0]] = localeKeys[i][0] === 'kn' ? undefined : value;
  }
  return l;
}, false);
delete Locale.supportedLocalesOf;
const localeOf = (o) => stateOf(localeStates, o, 'Intl.Locale');
for (const name of ['language', 'script', 'region']) {
  accessor(Locale.prototype, name, function () { return localeOf(this)[name]; });
}
for (let i = 0; i < localeKeys.length; i++) {
  const key = localeKeys[i][0];
  accessor(Locale.prototype, localeKeys[i][1], function () {
    const value = localeOf(this)[key];
    return key === 'kn' ? value === '' || value === 'true' : value;
  });
}
accessor(Locale.prototype, 'baseName', function () { return localeBase(localeOf(this)); });
hide(Locale.prototype, 'toString', function toString() { return localeText(localeOf(this)); });

function likelyLocale(l) {
  const match = regexpExec(new CRegExp(`(?:^|\\n)${l.language} (.*) (.*)`), likelyTags);
  const out = table();
  if (match === null) return undefined;
  out.script = l.language === 'zh' && (l.region === 'TW' || l.region === 'HK' || l.region === 'MO') ? 'Hant' : match[1];
  out.region = l.language === 'zh' && l.script === 'Hant' ? 'TW' : match[2];
  return out;
}
function changedLocale(l, script, region) {
  const out = create(Locale.prototype);
  const changed = parseLocale(localeText(l));
  changed.script = script;
  changed.region = region;
  weakSet(localeStates, out, changed);
  return out;
}
hide(Locale.prototype, 'maximize', function maximize() {
  const l = localeOf(this);
  const likely = likelyLocale(l);
  if (likely === undefined) return changedLocale(l, l.script, l.region);
  return changedLocale(l, l.script || likely.script, l.region || likely.region);
});
hide(Locale.prototype, 'minimize', function minimize() {
  const l = localeOf(this);
  const likely = likelyLocale(l);
  if (likely === undefined) return changedLocale(l, l.script, l.region);
  const script = l.script === likely.script ? undefined : l.script;
  const plain = table();
  plain.language = l.language;
  return changedLocale(l, script, script === undefined && l.region === likelyLocale(plain).region ? undefined : l.region);
});

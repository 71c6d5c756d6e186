// What the parts of Intl share: the locales we know, and how options are read.
// Everything is en-US unless a program asks for one of the few others, whose
// numbers and numeric dates are written their way; an unknown locale is en-US,
// as the standard has it for locales that are not supported.
const localeFacts = table();
const defineLocale = (tag, group, decimal, dates, tail) => {
  const facts = table();
  facts.tag = tag;
  facts.group = group;
  facts.decimal = decimal;
  facts.dates = dates; // order of numeric dates, their separator, and what intldateparts says
  facts.language = slice(tag, 0, 2);
  facts.currencyLast = tail === true;
  localeFacts[tag] = facts;
};
defineLocale('en-US', ',', '.', 'mdy/B');
defineLocale('en-GB', ',', '.', 'dmy/FSDMYP');
defineLocale('en-AU', ',', '.', 'dmy/FM');
defineLocale('en-IN', ',', '.', 'dmy/DMP');
defineLocale('en-CA', ',', '.', 'ymd-FSDMYPB');
defineLocale('sv-SE', '\u00a0', ',', 'ymd-FSMYP', true);
defineLocale('de-DE', '.', ',', 'dmy.P', true);
defineLocale('fr-FR', '\u202f', ',', 'dmy/FSDMYP', true);
defineLocale('es-ES', '.', ',', 'dmy/', true);
defineLocale('it-IT', '.', ',', 'dmy/FSDMP', true);
const localeShort = table();
localeShort.en = 'en-US';
localeShort.de = 'de-DE';
localeShort.fr = 'fr-FR';
localeShort.es = 'es-ES';
localeShort.it = 'it-IT';
localeShort.sv = 'sv-SE';

const localeTag = /^[a-zA-Z]{2,8}([-_][a-zA-Z0-9]{1,8})*$/;

function canonicalLocales(locales) {
  if (locales === undefined) return [];
  const out = [];
  const given = typeof locales === 'string' || !isArray(locales) ? [locales] : locales;
  for (let i = 0; i < given.length; i++) {
    const tag = toText(given[i]);
    if (regexpExec(localeTag, tag) === null || includes(tag, '_')) {
      throw new CRangeError(`Incorrect locale information provided`);
    }
    property(out, out.length, localeText(parseLocale(tag)), true, true);
  }
  return out;
}

// A program that names a locale mostly names the same one every time.
let lastLocale;
let lastFacts;
function pickLocale(locales) {
  if (locales === undefined) return localeFacts['en-US'];
  if (typeof locales === 'string' && locales === lastLocale) return lastFacts;
  const facts = findLocale(locales);
  if (typeof locales === 'string') {
    lastLocale = locales;
    lastFacts = facts;
  }
  return facts;
}

function findLocale(locales) {
  const tags = canonicalLocales(locales);
  for (let i = 0; i < tags.length; i++) {
    const base = regexpExec(/^([a-zA-Z]{2,3})(?:-[a-zA-Z]{4})?(?:-([a-zA-Z]{2}))?/, tags[i]);
    if (base === null) continue;
    const language = toLower(base[1]);
    const full = base[2] === undefined ? language : `${language}-${toUpper(base[2])}`;
    if (localeFacts[full] !== undefined) return localeFacts[full];
    if (localeShort[language] !== undefined) return localeFacts[localeShort[language]];
  }
  return localeFacts['en-US'];
}

// option reads one option: its text must be among the allowed ones.
function option(options, name, allowed, fallback) {
  const value = options === undefined ? undefined : options[name];
  if (value === undefined) return fallback;
  const text = `${value}`;
  if (allowed === undefined) return text;
  for (let i = 0; i < allowed.length; i++) if (allowed[i] === text) return text;
  throw new CRangeError(`Value ${text} out of range for Intl options property ${name}`);
}

function numberOption(options, name, least, most, fallback) {
  const value = options === undefined ? undefined : options[name];
  if (value === undefined) return fallback;
  const n = +value;
  if (!(n >= least && n <= most)) throw new CRangeError(`${name} value is out of range.`);
  return floor(n);
}

const optionsOf = (options) => {
  if (options === null) throw new CTypeError('Cannot convert undefined or null to object');
  return options === undefined ? undefined : CObject(options);
};

// Parts are a list of [type, text]; the public form is an array of objects.
function partsToText(parts) {
  let out = '';
  for (let i = 0; i < parts.length; i++) out += parts[i].value;
  return out;
}
function addPart(parts, type, value) {
  if (value === '') return;
  const part = table();
  part.type = type;
  part.value = value;
  parts[parts.length] = part;
}
function publicParts(parts) {
  const out = [];
  for (let i = 0; i < parts.length; i++) {
    property(out, i, { type: parts[i].type, value: parts[i].value }, true, true);
  }
  return out;
}

const Intl = {};
hide(Intl, symbolToStringTag, 'Intl');
hide(Intl, 'getCanonicalLocales', named('getCanonicalLocales', (l) => canonicalLocales(l)));
hide(Intl, 'supportedValuesOf', named('supportedValuesOf', (key) => (key === 'timeZone' ? ['UTC'] : [])));
publish('Intl', Intl);

// intlClass registers a constructor that also works without new where the
// standard allows it.
function intlClass(name, states, make, callable) {
  const klass = {
    [name]: function (locales, options) {
      if (new.target === undefined && !callable) {
        throw new CTypeError(`Constructor Intl.${name} requires 'new'`);
      }
      const self = new.target === undefined ? create(klass.prototype) : this;
      weakSet(states, self, make(locales, optionsOf(options)));
      return self;
    },
  }[name];
  hide(klass, 'supportedLocalesOf', named('supportedLocalesOf', (l) => canonicalLocales(l)));
  hide(klass.prototype, symbolToStringTag, `Intl.${name}`);
  hide(Intl, name, klass);
  return klass;
}

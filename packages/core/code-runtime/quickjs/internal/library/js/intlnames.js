// Intl.DisplayNames: the English names of what is common; anything else is shown
// by its code.
const displayNames = new CWeakMap();
const namedTypes = setPrototypeOf(['region', 'language', 'currency', 'script', 'calendar', 'dateTimeField'], null);
const nameFallbacks = setPrototypeOf(['code', 'none'], null);
const regionNames = 'US United States\nGB United Kingdom\nDE Germany\nFR France\nIT Italy\nES Spain\n' +
  'PT Portugal\nNL Netherlands\nBE Belgium\nCH Switzerland\nAT Austria\nSE Sweden\nNO Norway\nDK Denmark\n' +
  'FI Finland\nPL Poland\nCZ Czechia\nSK Slovakia\nHU Hungary\nRO Romania\nBG Bulgaria\nGR Greece\n' +
  'TR Türkiye\nRU Russia\nUA Ukraine\nIE Ireland\nIS Iceland\nCA Canada\nMX Mexico\nBR Brazil\n' +
  'AR Argentina\nCL Chile\nCO Colombia\nPE Peru\nCN China\nJP Japan\nKR South Korea\nIN India\n' +
  'ID Indonesia\nTH Thailand\nVN Vietnam\nMY Malaysia\nSG Singapore\nPH Philippines\nTW Taiwan\n' +
  'HK Hong Kong SAR China\nAU Australia\nNZ New Zealand\nZA South Africa\nEG Egypt\nNG Nigeria\nKE Kenya\n' +
  'IL Israel\nSA Saudi Arabia\nAE United Arab Emirates\nPK Pakistan\nBD Bangladesh\nEU European Union\n' +
  'UN United Nations\n419 Latin America\n001 world\nZZ Unknown Region\n';
const languageNames = 'en English\nde German\nfr French\nit Italian\nes Spanish\npt Portuguese\nnl Dutch\n' +
  'sv Swedish\nno Norwegian\nnb Norwegian Bokmål\nda Danish\nfi Finnish\npl Polish\ncs Czech\nsk Slovak\n' +
  'hu Hungarian\nro Romanian\nbg Bulgarian\nel Greek\ntr Turkish\nru Russian\nuk Ukrainian\nga Irish\n' +
  'is Icelandic\nca Catalan\nar Arabic\nhe Hebrew\nfa Persian\nhi Hindi\nbn Bangla\nur Urdu\nzh Chinese\n' +
  'ja Japanese\nko Korean\nid Indonesian\nth Thai\nvi Vietnamese\nms Malay\nfil Filipino\nsw Swahili\n' +
  'sr Serbian\nhr Croatian\nla Latin\nen-US American English\nen-GB British English\n' +
  'en-AU Australian English\nen-CA Canadian English\npt-BR Brazilian Portuguese\npt-PT European Portuguese\n' +
  'es-ES European Spanish\nes-MX Mexican Spanish\nes-419 Latin American Spanish\nfr-CA Canadian French\n' +
  'fr-CH Swiss French\nde-AT Austrian German\nde-CH Swiss High German\nzh-Hans Simplified Chinese\n' +
  'zh-Hant Traditional Chinese\n';
const scriptNames = 'Latn Latin\nCyrl Cyrillic\nGrek Greek\nArab Arabic\nHebr Hebrew\nHans Simplified\n' +
  'Hant Traditional\nJpan Japanese\nKore Korean\nDeva Devanagari\nThai Thai\nZzzz Unknown Script\n';

const DisplayNames = intlClass('DisplayNames', displayNames, (locales, options) => {
  if (options === undefined) throw new CTypeError('invalid_argument');
  const n = table();
  n.facts = pickLocale(locales);
  n.style = option(options, 'style', setPrototypeOf(['narrow', 'short', 'long'], null), 'long');
  n.type = option(options, 'type', namedTypes, undefined);
  if (n.type === undefined) throw new CTypeError('invalid_argument');
  n.fallback = option(options, 'fallback', nameFallbacks, 'code');
  return n;
}, false);

const codeShapes = table();
codeShapes.region = /^(?:[a-z]{2}|[0-9]{3})$/i;
codeShapes.script = /^[a-z]{4}$/i;
codeShapes.currency = /^[a-z]{3}$/i;

function nameOfCode(type, code) {
  switch (type) {
    case 'region': return field(regionNames, code, 0);
    case 'script': return field(scriptNames, code, 0);
    case 'language': return languageName(code);
    case 'currency': {
      const name = field(currencyFacts, code, 2);
      return name === undefined ? undefined : wordsTitled(name);
    }
    case 'calendar': return code === 'gregory' ? 'Gregorian Calendar' : undefined;
    default: return code === 'weekOfYear' ? 'week' : code;
  }
}

function wordsTitled(text) {
  const words = pieces(text, ' ');
  let out = '';
  for (let i = 0; i < words.length; i++) out += (i === 0 ? '' : ' ') + toUpper(words[i][0]) + slice(words[i], 1);
  return out;
}

// languageName puts script and region in brackets where the two together have no
// name of their own.
function languageName(code) {
  const l = parseLocale(code);
  const whole = field(languageNames, code, 0);
  const name = whole === undefined ? field(languageNames, l.language, 0) : whole;
  if (whole !== undefined || name === undefined) return name;
  const script = l.script === undefined ? '' : field(scriptNames, l.script, 0) || l.script;
  const region = l.region === undefined ? '' : field(regionNames, l.region, 0) || l.region;
  return `${name} (${script}${script !== '' && region !== '' ? ', ' : ''}${region})`;
}

hide(DisplayNames.prototype, 'of', function of(code) {
  const n = stateOf(displayNames, this, 'Intl.DisplayNames');
  const given = `${code}`;
  const shape = codeShapes[n.type];
  if (shape !== undefined && regexpExec(shape, given) === null) throw new CRangeError('invalid_argument');
  const tidy = n.type === 'region' || n.type === 'currency' ? toUpper(given)
    : n.type === 'script' ? titled(given) : n.type === 'language' ? localeBase(parseLocale(given)) : given;
  const name = nameOfCode(n.type, tidy);
  return name !== undefined ? name : n.fallback === 'code' ? tidy : undefined;
});
hide(DisplayNames.prototype, 'resolvedOptions', function resolvedOptions() {
  const n = stateOf(displayNames, this, 'Intl.DisplayNames');
  return { locale: n.facts.tag, style: n.style, type: n.type, fallback: n.fallback };
});

// Intl.PluralRules: those of English.
const pluralRules = new CWeakMap();
const PluralRules = intlClass('PluralRules', pluralRules, (locales, options) => {
  const f = makeNumberFormat(locales, options);
  f.ordinal = option(options, 'type', undefined, 'cardinal') === 'ordinal';
  return f;
}, false);
hide(PluralRules.prototype, 'select', function select(n) {
  const f = stateOf(pluralRules, this, 'Intl.PluralRules');
  const text = partsToText(numberParts(f, abs(+n)));
  if (!f.ordinal) return text === '1' ? 'one' : 'other';
  const tens = +n % 100;
  if (tens >= 11 && tens <= 13) return 'other';
  switch (+n % 10) {
    case 1: return 'one';
    case 2: return 'two';
    case 3: return 'few';
    default: return 'other';
  }
});
hide(PluralRules.prototype, 'resolvedOptions', function resolvedOptions() {
  const f = stateOf(pluralRules, this, 'Intl.PluralRules');
  return { locale: f.facts.tag, type: f.ordinal ? 'ordinal' : 'cardinal',
    pluralCategories: f.ordinal ? ['few', 'one', 'two', 'other'] : ['one', 'other'] };
});

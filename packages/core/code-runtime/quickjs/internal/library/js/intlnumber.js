// Intl.NumberFormat, PluralRules, and the number methods that depend on them.
const numberFormats = new CWeakMap();
const currencySymbols = table();
for (const pair of ('USD $|EUR €|GBP £|JPY ¥|INR ₹|CNY CN¥|KRW ₩|AUD A$|CAD CA$|MXN MX$|NZD NZ$|' +
  'HKD HK$|TWD NT$|BRL R$|ILS ₪|VND ₫|PHP ₱').split('|')) {
  currencySymbols[slice(pair, 0, 3)] = slice(pair, 4);
}
const currencyNames = table();
for (const pair of ('USD US dollar|EUR euro|GBP British pound|JPY Japanese yen|INR Indian rupee|' +
  'CNY Chinese yuan|CAD Canadian dollar|AUD Australian dollar|CHF Swiss franc').split('|')) {
  currencyNames[slice(pair, 0, 3)] = slice(pair, 4);
}
const noMinor = ' JPY KRW VND CLP ISK UGX XAF XOF XPF PYG RWF KMF GNF DJF BIF VUV ';
const compactShort = setPrototypeOf(['', 'K', 'M', 'B', 'T'], null);
const compactLong = setPrototypeOf(['', ' thousand', ' million', ' billion', ' trillion'], null);
const unitShort = table();
for (const pair of ('kilometer km|meter m|centimeter cm|millimeter mm|mile mi|foot ft|inch in|yard yd|' +
  'kilogram kg|gram g|pound lb|ounce oz|liter L|milliliter mL|second sec|minute min|hour hr|' +
  'millisecond ms|byte byte|kilobyte kB|megabyte MB|gigabyte GB|terabyte TB|bit bit|' +
  'kilometer-per-hour km/h|mile-per-hour mph|meter-per-second m/s|microsecond μs|nanosecond ns').split('|')) {
  const space = indexOf(pair, ' ');
  unitShort[slice(pair, 0, space)] = slice(pair, space + 1);
}
const unitCounted = ' day week month year ';
const styles = setPrototypeOf(['decimal', 'percent', 'currency', 'unit'], null);

function makeNumberFormat(locales, options) {
  const f = table();
  f.facts = pickLocale(locales);
  f.style = option(options, 'style', styles, 'decimal');
  f.currency = option(options, 'currency', undefined, undefined);
  f.currencyDisplay = option(options, 'currencyDisplay', undefined, 'symbol');
  f.currencySign = option(options, 'currencySign', undefined, 'standard');
  f.unit = option(options, 'unit', undefined, undefined);
  f.unitDisplay = option(options, 'unitDisplay', undefined, 'short');
  f.notation = option(options, 'notation', undefined, 'standard');
  f.compactDisplay = option(options, 'compactDisplay', undefined, 'short');
  f.signDisplay = option(options, 'signDisplay', undefined, 'auto');
  if (f.style === 'currency') {
    if (f.currency === undefined) throw new CTypeError('Currency code is required with currency style.');
    f.currency = toUpper(f.currency);
    if (regexpExec(/^[A-Z]{3}$/, f.currency) === null) throw new CRangeError('Invalid currency code');
  }
  if (f.style === 'unit' && f.unit === undefined) throw new CTypeError('Unit is required with unit style.');
  const grouping = options === undefined ? undefined : options.useGrouping;
  f.grouping = grouping === undefined ? (f.notation === 'compact' ? 'min2' : 'auto')
    : grouping === false || grouping === 'false' ? false : `${grouping}` === 'true' ? 'always' : `${grouping}`;
  readDigits(f, options);
  return f;
}

function readDigits(f, options) {
  const cash = f.style === 'currency';
  const minor = cash ? (includes(noMinor, ` ${f.currency} `) ? 0 : 2) : 0;
  f.minInteger = numberOption(options, 'minimumIntegerDigits', 1, 21, 1);
  const sigMin = numberOption(options, 'minimumSignificantDigits', 1, 21, undefined);
  const sigMax = numberOption(options, 'maximumSignificantDigits', sigMin || 1, 21, undefined);
  let least = numberOption(options, 'minimumFractionDigits', 0, 100, undefined);
  let most = numberOption(options, 'maximumFractionDigits', 0, 100, undefined);
  f.significant = sigMin !== undefined || sigMax !== undefined;
  f.minSignificant = sigMin === undefined ? 1 : sigMin;
  f.maxSignificant = sigMax === undefined ? 21 : sigMax;
  f.compactRounding = f.notation === 'compact' && !f.significant && least === undefined && most === undefined;
  const defaultLeast = cash && f.notation === 'standard' ? minor : 0;
  const defaultMost = f.notation === 'compact' ? 0 : cash ? minor : f.style === 'percent' ? 0 : 3;
  if (least === undefined) least = most === undefined ? defaultLeast : min(defaultLeast, most);
  if (most === undefined) most = max(defaultMost, least);
  if (least > most) throw new CRangeError('maximumFractionDigits value is out of range.');
  f.minFraction = least;
  f.maxFraction = most;
}

// A decimal is a sign, digits without leading zeros, and the power of ten of
// the first one; zero has no digits.
function decimalOf(value) {
  const d = table();
  let text;
  if (typeof value === 'bigint') {
    text = bigintToString(value);
    d.negative = startsWith(text, '-');
    d.digits = d.negative ? slice(text, 1) : text;
    d.power = d.digits.length - 1;
  } else {
    d.negative = value < 0 || sameValue(value, -0);
    text = toExponential(abs(value));
    const e = indexOf(text, 'e');
    const mantissa = slice(text, 0, e);
    d.digits = mantissa.length > 1 ? mantissa[0] + slice(mantissa, 2) : mantissa;
    d.power = +slice(text, e + 1);
  }
  trimZeros(d);
  return d;
}

function trimZeros(d) {
  let n = d.digits.length;
  while (n > 0 && d.digits[n - 1] === '0') n--;
  d.digits = slice(d.digits, 0, n);
  if (n === 0) d.power = 0;
}

// keepDigits rounds to a number of digits, halves away from zero.
function keepDigits(d, count) {
  if (count >= d.digits.length) return;
  if (count < 0) {
    d.digits = '';
    d.power = 0;
    return;
  }
  const up = d.digits[count] >= '5';
  let kept = slice(d.digits, 0, count);
  if (up) {
    let i = count - 1;
    while (i >= 0 && kept[i] === '9') i--;
    if (i < 0) {
      kept = '1';
      d.power++;
    } else {
      kept = slice(kept, 0, i) + fromCharCode(charCodeAt(kept, i) + 1);
    }
  }
  d.digits = kept;
  trimZeros(d);
}

function roundDecimal(f, d) {
  if (f.significant) {
    keepDigits(d, f.maxSignificant);
    return;
  }
  if (f.compactRounding) keepDigits(d, max(2, d.power + 1));
  else keepDigits(d, d.power + 1 + f.maxFraction);
}

// plainDigits gives the integer and fraction digits of a rounded decimal.
function plainDigits(f, d) {
  const out = table();
  let whole = '0';
  let fraction = '';
  if (d.digits !== '') {
    if (d.power >= 0) {
      whole = padEnd(slice(d.digits, 0, d.power + 1), d.power + 1, '0');
      fraction = slice(d.digits, d.power + 1);
    } else fraction = repeat('0', -d.power - 1) + d.digits;
  }
  if (f.significant) {
    const have = d.digits === '' ? 1 : max(d.digits.length, d.power + 1);
    const need = f.minSignificant - have;
    if (need > 0) fraction += repeat('0', need);
  } else if (!f.compactRounding) fraction = padEnd(fraction, f.minFraction, '0');
  out.whole = padStart(whole, f.minInteger, '0');
  out.fraction = fraction;
  return out;
}

function numberParts(f, input) {
  const parts = list();
  const value = typeof input === 'bigint' ? input : +input;
  const body = list();
  let negative = false;
  let zero = false;
  let exponent = 0;
  if (value !== value) addPart(body, 'nan', 'NaN');
  else if (value === Infinity || value === -Infinity) {
    negative = value < 0;
    addPart(body, 'infinity', '∞');
  } else {
    const d = decimalOf(value);
    negative = d.negative;
    if (f.style === 'percent' && d.digits !== '') d.power += 2;
    exponent = scaleDecimal(f, d);
    zero = d.digits === '';
    const { whole, fraction } = plainDigits(f, d);
    addInteger(f, body, whole);
    if (fraction !== '') {
      addPart(body, 'decimal', f.facts.decimal);
      addPart(body, 'fraction', fraction);
    }
    addExponent(f, body, exponent);
  }
  const sign = signText(f, negative, zero);
  wrapNumber(f, parts, body, sign, value, exponent);
  return parts;
}

// scaleDecimal divides by the power of the notation, rounds, and gives the
// power; rounding may carry into the next one.
function scaleDecimal(f, d) {
  if (f.notation === 'standard') {
    roundDecimal(f, d);
    return 0;
  }
  let exponent = notationPower(f, d.power);
  const copy = table();
  copy.digits = d.digits;
  copy.power = d.power - exponent;
  roundDecimal(f, copy);
  if (copy.digits !== '' && notationPower(f, copy.power + exponent) !== exponent) {
    const carried = copy.power + exponent;
    exponent = notationPower(f, carried);
    copy.power = carried - exponent;
  }
  d.digits = copy.digits;
  d.power = copy.power;
  return exponent;
}

function notationPower(f, power) {
  if (f.notation === 'compact') return min(max(floor(power / 3) * 3, 0), 12);
  return f.notation === 'engineering' ? floor(power / 3) * 3 : power;
}

function addExponent(f, body, exponent) {
  if (f.notation === 'compact' && exponent > 0) {
    const suffix = (f.compactDisplay === 'long' ? compactLong : compactShort)[exponent / 3];
    if (startsWith(suffix, ' ')) addPart(body, 'literal', ' ');
    addPart(body, 'compact', startsWith(suffix, ' ') ? slice(suffix, 1) : suffix);
  } else if (f.notation === 'scientific' || f.notation === 'engineering') {
    addPart(body, 'exponentSeparator', 'E');
    if (exponent < 0) addPart(body, 'exponentMinusSign', '-');
    addPart(body, 'exponentInteger', `${abs(exponent)}`);
  }
}

function addInteger(f, body, whole) {
  const least = f.grouping === 'min2' || f.facts.tag === 'es-ES' ? 5 : 4;
  if (f.grouping === false || whole.length < least) {
    addPart(body, 'integer', whole);
    return;
  }
  const india = f.facts.tag === 'en-IN';
  let at = 0;
  let left = whole.length;
  while (left > 0) {
    let size = left > 3 ? (india ? ((left - 3) % 2 || 2) : (left % 3 || 3)) : 3;
    size = min(size, left);
    addPart(body, 'integer', slice(whole, at, at + size));
    at += size;
    left -= size;
    if (left > 0) addPart(body, 'group', f.facts.group);
  }
}

function signText(f, negative, zero) {
  switch (f.signDisplay) {
    case 'never': return '';
    case 'always': return negative ? '-' : '+';
    case 'exceptZero': return zero ? '' : negative ? '-' : '+';
    case 'negative': return negative && !zero ? '-' : '';
    default: return negative ? '-' : '';
  }
}

function wrapNumber(f, parts, body, sign, value, exponent) {
  const accounting = sign === '-' && f.style === 'currency' && f.currencySign === 'accounting';
  if (accounting) addPart(parts, 'literal', '(');
  else if (sign !== '') addPart(parts, sign === '-' ? 'minusSign' : 'plusSign', sign);
  const symbol = f.style === 'currency' ? currencyText(f, body, value) : '';
  const last = f.facts.currencyLast || f.currencyDisplay === 'name';
  if (f.style === 'currency' && !last) {
    addPart(parts, 'currency', symbol);
    if (regexpExec(/[A-Z]$/, symbol) !== null) addPart(parts, 'literal', '\u00a0');
  }
  for (let i = 0; i < body.length; i++) parts[parts.length] = body[i];
  if (f.style === 'percent') {
    if (f.facts.currencyLast) addPart(parts, 'literal', '\u00a0');
    addPart(parts, 'percentSign', '%');
  }
  if (f.style === 'currency' && last) {
    addPart(parts, 'literal', f.currencyDisplay === 'name' ? ' ' : '\u00a0');
    addPart(parts, 'currency', symbol);
  }
  if (f.style === 'unit') addUnit(f, parts, body);
  if (accounting) addPart(parts, 'literal', ')');
}

function currencyText(f, body) {
  switch (f.currencyDisplay) {
    case 'code': return f.currency;
    case 'name': {
      const name = currencyNames[f.currency];
      if (name === undefined) return f.currency;
      return partsToText(body) === '1' || endsWith(name, 'yen') || endsWith(name, 'yuan') ? name : `${name}s`;
    }
    case 'narrowSymbol': {
      const symbol = currencySymbols[f.currency];
      if (symbol === undefined) return f.currency;
      return regexpExec(/[^A-Z]+$/, symbol)[0];
    }
    default: return currencySymbols[f.currency] || f.currency;
  }
}

function addUnit(f, parts, body) {
  const one = partsToText(body) === '1';
  if (f.unit === 'percent') {
    addPart(parts, 'unit', f.unitDisplay === 'long' ? ' percent' : '%');
    return;
  }
  if (f.unit === 'celsius' || f.unit === 'fahrenheit') {
    const name = f.unit === 'celsius' ? 'C' : 'F';
    addPart(parts, 'unit', f.unitDisplay === 'long' ? ` degree${one ? '' : 's'} ${f.unit === 'celsius' ? 'Celsius' : 'Fahrenheit'}` : `°${name}`);
    return;
  }
  addPart(parts, 'literal', f.unitDisplay === 'narrow' ? '' : ' ');
  const counted = includes(unitCounted, ` ${f.unit} `);
  if (f.unitDisplay === 'long' || counted) {
    const shortened = f.unitDisplay === 'long' ? f.unit
      : f.unit === 'week' ? 'wk' : f.unit === 'month' ? 'mth' : f.unit === 'year' ? 'yr' : 'day';
    addPart(parts, 'unit', longUnit(shortened, one));
  } else addPart(parts, 'unit', unitShort[f.unit] || f.unit);
}

function longUnit(unit, one) {
  if (one) return unit;
  if (unit === 'foot') return 'feet';
  if (unit === 'inch') return 'inches';
  const per = indexOf(unit, '-per-');
  return per < 0 ? `${unit}s` : `${slice(unit, 0, per)}s per ${slice(unit, per + 5)}`;
}

const NumberFormat = intlClass('NumberFormat', numberFormats, makeNumberFormat, true);
const numberFormatOf = (o) => stateOf(numberFormats, o, 'Intl.NumberFormat');
accessor(NumberFormat.prototype, 'format', function () {
  const f = numberFormatOf(this);
  return named('', (value) => partsToText(numberParts(f, numeric(value))));
});
hide(NumberFormat.prototype, 'formatToParts', function formatToParts(value) {
  return publicParts(numberParts(numberFormatOf(this), numeric(value)));
});
hide(NumberFormat.prototype, 'formatRange', function formatRange(from, to) {
  const f = numberFormatOf(this);
  const a = partsToText(numberParts(f, numeric(from)));
  const b = partsToText(numberParts(f, numeric(to)));
  return a === b ? `~${a}` : `${a}${f.style === 'currency' ? ' – ' : '–'}${b}`;
});
hide(NumberFormat.prototype, 'resolvedOptions', function resolvedOptions() {
  const f = numberFormatOf(this);
  const out = { __proto__: null, locale: f.facts.tag, numberingSystem: 'latn', style: f.style };
  if (f.style === 'currency') {
    out.currency = f.currency;
    out.currencyDisplay = f.currencyDisplay;
    out.currencySign = f.currencySign;
  }
  out.minimumIntegerDigits = f.minInteger;
  out.minimumFractionDigits = f.minFraction;
  out.maximumFractionDigits = f.maxFraction;
  out.useGrouping = f.grouping;
  out.notation = f.notation;
  out.signDisplay = f.signDisplay;
  return plainly(out);
});

const numeric = (v) => (typeof v === 'bigint' ? v : typeof v === 'string' ? +v : +v);

const thisNumber = uncurry(CNumber.prototype.valueOf);
const thisBigInt = uncurry(CBigInt.prototype.valueOf);
hide(CNumber.prototype, 'toLocaleString', function toLocaleString(locales, options) {
  return partsToText(numberParts(makeNumberFormat(locales, optionsOf(options)), thisNumber(this)));
});
hide(CBigInt.prototype, 'toLocaleString', function toLocaleString(locales, options) {
  return partsToText(numberParts(makeNumberFormat(locales, optionsOf(options)), thisBigInt(this)));
});

// Plural rules of English.
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

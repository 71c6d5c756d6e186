// Intl.NumberFormat and the number methods that depend on it.
const numberFormats = new CWeakMap();
const compactShort = setPrototypeOf(['', 'K', 'M', 'B', 'T'], null);
const compactLong = setPrototypeOf(['', ' thousand', ' million', ' billion', ' trillion'], null);
const styles = setPrototypeOf(['decimal', 'percent', 'currency', 'unit'], null);

const notations = setPrototypeOf(['standard', 'scientific', 'engineering', 'compact'], null);
const signDisplays = setPrototypeOf(['auto', 'never', 'always', 'exceptZero', 'negative'], null);
const currencyDisplays = setPrototypeOf(['code', 'symbol', 'narrowSymbol', 'name'], null);
const currencySigns = setPrototypeOf(['standard', 'accounting'], null);
const unitDisplays = setPrototypeOf(['short', 'narrow', 'long'], null);
const compactDisplays = setPrototypeOf(['short', 'long'], null);
const groupings = setPrototypeOf(['min2', 'auto', 'always', 'true', 'false'], null);

function makeNumberFormat(locales, options) {
  const f = table();
  f.facts = pickLocale(locales);
  f.style = option(options, 'style', styles, 'decimal');
  readCurrency(f, options);
  f.unit = option(options, 'unit', undefined, undefined);
  if (f.unit === undefined ? f.style === 'unit' : !isUnit(f.unit)) {
    throw new (f.unit === undefined ? CTypeError : CRangeError)(`Invalid unit argument for Intl.NumberFormat() '${f.unit || ''}'`);
  }
  f.unitDisplay = option(options, 'unitDisplay', unitDisplays, 'short');
  f.notation = option(options, 'notation', notations, 'standard');
  readDigits(f, options);
  f.compactDisplay = option(options, 'compactDisplay', compactDisplays, 'short');
  f.grouping = readGrouping(f, options);
  f.signDisplay = option(options, 'signDisplay', signDisplays, 'auto');
  return f;
}

function readCurrency(f, options) {
  f.currency = option(options, 'currency', undefined, undefined);
  if (f.currency !== undefined) {
    if (regexpExec(/^[A-Za-z]{3}$/, f.currency) === null) throw new CRangeError(`Invalid currency code : ${f.currency}`);
    f.currency = toUpper(f.currency);
  } else if (f.style === 'currency') throw new CTypeError('Currency code is required with currency style.');
  f.currencyDisplay = option(options, 'currencyDisplay', currencyDisplays, 'symbol');
  f.currencySign = option(options, 'currencySign', currencySigns, 'standard');
}

function readGrouping(f, options) {
  const value = options === undefined ? undefined : options.useGrouping;
  if (value === false) return false;
  if (value === true) return 'always';
  const fallback = f.notation === 'compact' ? 'min2' : 'auto';
  const text = option(options, 'useGrouping', groupings, fallback);
  return text === 'true' || text === 'false' ? fallback : text;
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
  copy.negative = d.negative;
  roundDecimal(f, copy);
  if (copy.digits !== '' && notationPower(f, copy.power + exponent) !== exponent) {
    const carried = copy.power + exponent;
    exponent = notationPower(f, carried);
    copy.power = carried - exponent;
  }
  d.digits = copy.digits;
  d.power = copy.power;
  d.significant = copy.significant;
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
    if (regexpExec(/\p{L}$/u, symbol) !== null) addPart(parts, 'literal', '\u00a0');
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
  if (f.style === 'unit') addUnit(f, parts, partsToText(body) === '1');
  if (accounting) addPart(parts, 'literal', ')');
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
  if (f.style === 'unit') {
    out.unit = f.unit;
    out.unitDisplay = f.unitDisplay;
  }
  out.minimumIntegerDigits = f.minInteger;
  if (f.rounding !== 'fraction') {
    out.minimumSignificantDigits = f.minSignificant;
    out.maximumSignificantDigits = f.maxSignificant;
  }
  if (f.rounding !== 'significant') {
    out.minimumFractionDigits = f.minFraction;
    out.maximumFractionDigits = f.maxFraction;
  }
  out.useGrouping = f.grouping;
  out.notation = f.notation;
  if (f.notation === 'compact') out.compactDisplay = f.compactDisplay;
  out.signDisplay = f.signDisplay;
  out.roundingMode = f.mode;
  out.roundingIncrement = f.increment;
  out.trailingZeroDisplay = f.zeros;
  out.roundingPriority = f.priority;
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


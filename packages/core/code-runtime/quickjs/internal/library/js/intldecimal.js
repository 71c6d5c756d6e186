// Decimals and how they are rounded: what NumberFormat does between a value and
// its digits.

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

const roundingModes = setPrototypeOf(['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor',
  'halfExpand', 'halfTrunc', 'halfEven'], null);
const roundingIncrements = ' 1 2 5 10 20 25 50 100 200 250 500 1000 2000 2500 5000 ';
const roundingPriorities = setPrototypeOf(['auto', 'morePrecision', 'lessPrecision'], null);
const zeroDisplays = setPrototypeOf(['auto', 'stripIfInteger'], null);

// readDigits reads the options that say how many digits there are.
function readDigits(f, options) {
  f.minInteger = numberOption(options, 'minimumIntegerDigits', 1, 21, 1);
  const least = numberOption(options, 'minimumFractionDigits', 0, 100, undefined);
  const most = numberOption(options, 'maximumFractionDigits', 0, 100, undefined);
  const sigMin = numberOption(options, 'minimumSignificantDigits', 1, 21, undefined);
  const sigMax = numberOption(options, 'maximumSignificantDigits', sigMin || 1, 21, undefined);
  f.increment = numberOption(options, 'roundingIncrement', 1, 5000, 1);
  if (!includes(roundingIncrements, ` ${f.increment} `)) throw new CRangeError('roundingIncrement value is out of range.');
  f.mode = option(options, 'roundingMode', roundingModes, 'halfExpand');
  f.priority = option(options, 'roundingPriority', roundingPriorities, 'auto');
  f.zeros = option(options, 'trailingZeroDisplay', zeroDisplays, 'auto');
  const significant = sigMin !== undefined || sigMax !== undefined;
  const fraction = least !== undefined || most !== undefined;
  f.minSignificant = sigMin === undefined ? 1 : sigMin;
  f.maxSignificant = sigMax === undefined ? 21 : sigMax;
  readFraction(f, least, most);
  f.rounding = f.priority !== 'auto' ? f.priority : significant ? 'significant' : 'fraction';
  if (f.rounding === 'fraction' && !fraction && f.notation === 'compact') {
    f.minFraction = f.maxFraction = 0;
    f.maxSignificant = 2;
    f.rounding = f.priority = 'morePrecision';
  }
  if (f.increment === 1) return;
  if (f.rounding !== 'fraction') throw new CTypeError('RoundingType is not fractionDigits');
  if (f.minFraction !== f.maxFraction) throw new CRangeError('maximumFractionDigits not equal to minimumFractionDigits');
}

function readFraction(f, least, most) {
  const cash = f.style === 'currency';
  const minor = cash ? (includes(noMinor, ` ${f.currency} `) ? 0 : 2) : 0;
  const defaultLeast = cash && f.notation === 'standard' ? minor : 0;
  const defaultMost = f.increment !== 1 ? defaultLeast : f.style === 'percent' ? 0
    : cash && f.notation === 'standard' ? minor : 3;
  f.minFraction = least !== undefined ? least : most === undefined ? defaultLeast : min(defaultLeast, most);
  f.maxFraction = most !== undefined ? most : max(defaultMost, f.minFraction);
  if (f.minFraction > f.maxFraction) throw new CRangeError('maximumFractionDigits value is out of range.');
}

// goesUp says whether what is left over makes the last digit one more; half is
// how the rest compares with a half.
function goesUp(mode, negative, half, odd) {
  switch (mode) {
    case 'ceil': return !negative;
    case 'floor': return negative;
    case 'expand': return true;
    case 'trunc': return false;
    default:
  }
  if (half !== 0) return half > 0;
  switch (mode) {
    case 'halfCeil': return !negative;
    case 'halfFloor': return negative;
    case 'halfTrunc': return false;
    case 'halfEven': return odd;
    default: return true;
  }
}

const compareHalf = (digits) => (digits === '5' ? 0 : digits > '5' ? 1 : -1);

// keepDigits rounds to a number of digits, which is negative when the place is
// beyond the first one.
function keepDigits(f, d, count) {
  if (count >= d.digits.length) return;
  const rest = count < 0 ? '0' : slice(d.digits, count);
  let kept = count <= 0 ? '' : slice(d.digits, 0, count);
  const odd = kept !== '' && charCodeAt(kept, count - 1) % 2 === 1;
  if (goesUp(f.mode, d.negative, compareHalf(rest), odd)) {
    let i = kept.length - 1;
    while (i >= 0 && kept[i] === '9') i--;
    if (i < 0) {
      kept = '1';
      d.power += count < 0 ? 1 - count : 1;
    } else kept = slice(kept, 0, i) + fromCharCode(charCodeAt(kept, i) + 1);
  }
  d.digits = kept;
  trimZeros(d);
}

// keepSteps rounds to a multiple of the increment of the last fraction digit.
function keepSteps(f, d) {
  const count = d.power + 1 + f.maxFraction;
  const whole = count <= 0 ? '0' : padEnd(slice(d.digits, 0, count), count, '0');
  const below = count < 0 ? '0' : slice(d.digits, count);
  const step = CBigInt(f.increment);
  const value = CBigInt(whole);
  const rest = value % step;
  let steps = value / step;
  if (rest === 0n && below === '') return;
  const twice = rest * 2n;
  let half = twice < step ? -1 : twice > step || below !== '' ? 1 : 0;
  if (twice + 1n === step) half = compareHalf(below);
  if (goesUp(f.mode, d.negative, half, steps % 2n === 1n)) steps += 1n;
  const text = bigintToString(steps * step);
  d.digits = text;
  d.power = text.length - 1 - f.maxFraction;
  trimZeros(d);
}

function roundDecimal(f, d) {
  d.significant = bySignificance(f, d);
  if (d.digits === '') return;
  if (f.increment !== 1) keepSteps(f, d);
  else keepDigits(f, d, d.significant ? f.maxSignificant : d.power + 1 + f.maxFraction);
}

// bySignificance settles which of the two kinds of limit holds.
function bySignificance(f, d) {
  if (f.rounding === 'significant' || f.rounding === 'fraction') return f.rounding === 'significant';
  const finer = f.maxSignificant >= d.power + 1 + f.maxFraction;
  return finer === (f.rounding === 'morePrecision');
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
  if (d.significant) {
    const have = d.digits === '' ? 1 : max(d.digits.length, d.power + 1);
    const need = f.minSignificant - have;
    if (need > 0) fraction += repeat('0', need);
  } else fraction = padEnd(fraction, f.minFraction, '0');
  if (f.zeros === 'stripIfInteger' && regexpExec(/[^0]/, fraction) === null) fraction = '';
  out.whole = padStart(whole, f.minInteger, '0');
  out.fraction = fraction;
  return out;
}

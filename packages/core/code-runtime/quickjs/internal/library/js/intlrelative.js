// Intl.RelativeTimeFormat.
const relativeFormats = new CWeakMap();
const relativeStyles = setPrototypeOf(['long', 'short', 'narrow'], null);
const relativeNumerics = setPrototypeOf(['always', 'auto'], null);
const RelativeTimeFormat = intlClass('RelativeTimeFormat', relativeFormats, (locales, options) => {
  const f = table();
  f.style = option(options, 'style', relativeStyles, 'long');
  f.auto = option(options, 'numeric', relativeNumerics, 'always') === 'auto';
  f.numbers = makeNumberFormat(locales, undefined);
  return f;
}, false);

// A unit has a short text, and a narrow one.
const relativeUnits = table();
for (const line of 'second sec. s|minute min. m|hour hr. h|day day d|week wk. w|month mo. mo|quarter qtr. q|year yr. y'.split('|')) {
  const words = pieces(line, ' ');
  relativeUnits[words[0]] = words;
}

function relativeParts(f, value, unitName) {
  const n = +value;
  const given = `${unitName}`;
  const unit = endsWith(given, 's') ? slice(given, 0, -1) : given;
  if (relativeUnits[unit] === undefined) throw new CRangeError(`Invalid unit argument for format() '${given}'`);
  if (!isFinite(n)) throw new CRangeError('The value must be finite');
  const parts = list();
  const word = f.auto ? relativeWord(f, n, unit) : undefined;
  if (word !== undefined) {
    addPart(parts, 'literal', word);
    return parts;
  }
  const number = numberParts(f.numbers, abs(n));
  const past = n < 0 || sameValue(n, -0);
  const shown = relativeText(f, unit, partsToText(number) === '1');
  if (!past) addPart(parts, 'literal', 'in ');
  for (let i = 0; i < number.length; i++) {
    number[i].unit = unit;
    parts[parts.length] = number[i];
  }
  addPart(parts, 'literal', shown + (past ? ' ago' : ''));
  return parts;
}

function relativeText(f, unit, one) {
  if (f.style === 'narrow') return relativeUnits[unit][2];
  if (f.style === 'long' || unit === 'day') return one ? ` ${unit}` : ` ${unit}s`;
  return unit === 'quarter' && !one ? ' qtrs.' : ` ${relativeUnits[unit][1]}`;
}

function relativeWord(f, n, unit) {
  if (n !== 0 && n !== 1 && n !== -1) return undefined;
  if (unit === 'second') return n === 0 ? 'now' : undefined;
  if (unit === 'day') return n === 0 ? 'today' : n > 0 ? 'tomorrow' : 'yesterday';
  if (unit === 'minute' || unit === 'hour') return n === 0 ? `this ${unit}` : undefined;
  return `${n === 0 ? 'this' : n > 0 ? 'next' : 'last'} ${f.style === 'long' ? unit : relativeUnits[unit][1]}`;
}

const relativeFormatOf = (o) => stateOf(relativeFormats, o, 'Intl.RelativeTimeFormat');
hide(RelativeTimeFormat.prototype, 'format', function format(value, unit) {
  return partsToText(relativeParts(relativeFormatOf(this), value, unit));
});
hide(RelativeTimeFormat.prototype, 'formatToParts', function formatToParts(value, unit) {
  const parts = relativeParts(relativeFormatOf(this), value, unit);
  const out = publicParts(parts);
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].unit !== undefined) property(out[i], 'unit', parts[i].unit, true, true);
  }
  return out;
});
hide(RelativeTimeFormat.prototype, 'resolvedOptions', function resolvedOptions() {
  const f = relativeFormatOf(this);
  return { locale: f.numbers.facts.tag, style: f.style, numeric: f.auto ? 'auto' : 'always', numberingSystem: 'latn' };
});

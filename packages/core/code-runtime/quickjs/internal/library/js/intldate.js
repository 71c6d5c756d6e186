// Intl.DateTimeFormat and the date methods that depend on it, for UTC and
// fixed offsets.
const dateFormats = new CWeakMap();
const textStyles = setPrototypeOf(['narrow', 'short', 'long'], null);
const numberStyles = setPrototypeOf(['2-digit', 'numeric'], null);
const monthStyles = setPrototypeOf(['2-digit', 'numeric', 'narrow', 'short', 'long'], null);
const zoneStyles = setPrototypeOf(['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'], null);
const hourCycles = setPrototypeOf(['h11', 'h12', 'h23', 'h24'], null);
const wholeStyles = setPrototypeOf(['full', 'long', 'medium', 'short'], null);

function makeDateFormat(locales, options, wanted, defaults) {
  const f = table();
  f.facts = pickLocale(locales);
  f.zone = readZone(option(options, 'timeZone', undefined, 'UTC'));
  f.dateStyle = option(options, 'dateStyle', wholeStyles, undefined);
  f.timeStyle = option(options, 'timeStyle', wholeStyles, undefined);
  f.weekday = option(options, 'weekday', textStyles, undefined);
  f.era = option(options, 'era', textStyles, undefined);
  f.year = option(options, 'year', numberStyles, undefined);
  f.month = option(options, 'month', monthStyles, undefined);
  f.day = option(options, 'day', numberStyles, undefined);
  f.hour = option(options, 'hour', numberStyles, undefined);
  f.minute = option(options, 'minute', numberStyles, undefined);
  f.second = option(options, 'second', numberStyles, undefined);
  f.fraction = numberOption(options, 'fractionalSecondDigits', 1, 3, undefined);
  f.dayPeriod = option(options, 'dayPeriod', textStyles, undefined);
  f.zoneName = option(options, 'timeZoneName', zoneStyles, undefined);
  const h12 = options === undefined ? undefined : options.hour12;
  const cycle = option(options, 'hourCycle', hourCycles, undefined);
  const twelve = f.facts.tag === 'en-US' || f.facts.tag === 'en-CA' || f.facts.tag === 'en-AU' ||
    f.facts.tag === 'en-IN';
  if (h12 === undefined) f.cycle = cycle === undefined ? (twelve ? 'h12' : 'h23') : cycle;
  else f.cycle = h12 ? 'h12' : twelve ? 'h24' : 'h23';
  f.thin = h12 === false && !twelve; // hours of one digit
  const fields = f.weekday || f.year || f.month || f.day || hasTime(f);
  if (f.dateStyle !== undefined || f.timeStyle !== undefined) {
    if (fields || f.era || f.zoneName) {
      throw new CTypeError("Can't set option when dateStyle or timeStyle is used");
    }
    if (wanted === 'date' && f.timeStyle !== undefined) throw new CTypeError('Invalid option : timeStyle');
    if (wanted === 'time' && f.dateStyle !== undefined) throw new CTypeError('Invalid option : dateStyle');
    applyStyles(f);
    return f;
  }
  applyDefaults(f, wanted, defaults);
  return f;
}

const hasTime = (f) => f.hour || f.minute || f.second || f.fraction || f.dayPeriod;

function applyDefaults(f, wanted, defaults) {
  const hasDate = f.weekday || f.year || f.month || f.day;
  let needs = true;
  if ((wanted === 'date' || wanted === 'any') && hasDate) needs = false;
  if ((wanted === 'time' || wanted === 'any') && hasTime(f)) needs = false;
  if (!needs) return;
  if (defaults === 'date' || defaults === 'all') f.year = f.month = f.day = 'numeric';
  if (defaults === 'time' || defaults === 'all') f.hour = f.minute = f.second = 'numeric';
}

function applyStyles(f) {
  if (f.dateStyle !== undefined) {
    f.day = 'numeric';
    f.year = 'numeric';
    f.month = f.dateStyle === 'medium' ? 'short' : 'long';
    const { dates, language } = f.facts;
    if (f.dateStyle === 'short' || (f.dateStyle === 'medium' && language === 'de')) {
      f.month = f.day = includes(dates, 'P') ? '2-digit' : 'numeric';
      if (f.dateStyle === 'short' && !includes(dates, 'Y')) f.year = '2-digit';
    }
    if (f.dateStyle === 'full') f.weekday = 'long';
  }
  if (f.timeStyle !== undefined) {
    f.hour = f.minute = 'numeric';
    if (f.timeStyle !== 'short') f.second = 'numeric';
    if (f.timeStyle === 'full') f.zoneName = 'long';
    if (f.timeStyle === 'long') f.zoneName = 'short';
  }
}

function readZone(name) {
  const zone = table();
  zone.offset = 0;
  zone.name = 'UTC';
  const upper = toUpper(name);
  if (upper === 'UTC' || upper === 'GMT' || upper === 'ETC/UTC' || upper === 'ETC/GMT' || upper === 'ETC/UCT') {
    return zone;
  }
  const offset = regexpExec(/^([+-])([0-9]{2}):?([0-9]{2})?$/, name);
  if (offset === null) {
    throw new CRangeError(`Invalid time zone specified: ${name} (only UTC and offsets such as +02:00 are available)`);
  }
  const minutes = +offset[2] * 60 + +(offset[3] || 0);
  zone.offset = offset[1] === '-' ? -minutes : minutes;
  zone.name = `${offset[1]}${offset[2]}:${offset[3] || '00'}`;
  return zone;
}

const timeOf = (date) => {
  if (date === undefined) return dateNow();
  if (isObject(date) && className(date) === 'Date') return dateValue(date);
  return +date;
};

const DateTimeFormat = intlClass('DateTimeFormat', dateFormats,
  (locales, options) => makeDateFormat(locales, options, 'any', 'date'), true);
const dateFormatOf = (o) => stateOf(dateFormats, o, 'Intl.DateTimeFormat');
accessor(DateTimeFormat.prototype, 'format', function () {
  const f = dateFormatOf(this);
  return named('', (date) => partsToText(dateParts(f, timeOf(date))));
});
hide(DateTimeFormat.prototype, 'formatToParts', function formatToParts(date) {
  return publicParts(dateParts(dateFormatOf(this), timeOf(date)));
});
const dateFields = setPrototypeOf(['weekday', 'era', 'year', 'month', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'dateStyle',
  'timeStyle'], null);
hide(DateTimeFormat.prototype, 'resolvedOptions', function resolvedOptions() {
  const f = dateFormatOf(this);
  const out = {
    __proto__: null, locale: f.facts.tag, calendar: 'gregory', numberingSystem: 'latn', timeZone: f.zone.name,
  };
  if (f.hour) {
    out.hourCycle = f.cycle;
    out.hour12 = f.cycle === 'h12' || f.cycle === 'h11';
  }
  for (let i = 0; i < dateFields.length; i++) {
    const name = dateFields[i];
    if (f[name] !== undefined && (f.dateStyle === undefined && f.timeStyle === undefined || endsWith(name, 'Style'))) {
      out[name] = f[name];
    }
  }
  return plainly(out);
});

function dateMethod(name, wanted, defaults) {
  hide(CDate.prototype, name, named(name, function (locales, options) {
    const time = dateValue(this);
    const f = makeDateFormat(locales, optionsOf(options), wanted, defaults);
    return time !== time ? 'Invalid Date' : partsToText(dateParts(f, time));
  }));
}
dateMethod('toLocaleString', 'any', 'all');
dateMethod('toLocaleDateString', 'date', 'date');
dateMethod('toLocaleTimeString', 'time', 'time');

// Intl.DateTimeFormat and the date methods that depend on it, for UTC and
// fixed offsets.
const dateFormats = new CWeakMap();
const monthNames = setPrototypeOf(('January February March April May June July August September ' +
  'October November December').split(' '), null);
const dayNames = setPrototypeOf('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '), null);
const textStyles = setPrototypeOf(['narrow', 'short', 'long'], null);
const numberStyles = setPrototypeOf(['2-digit', 'numeric'], null);
const monthStyles = setPrototypeOf(['2-digit', 'numeric', 'narrow', 'short', 'long'], null);
const wholeStyles = setPrototypeOf(['full', 'long', 'medium', 'short'], null);
const dayPeriodSpace = ' ';

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
  f.zoneName = option(options, 'timeZoneName', undefined, undefined);
  const h12 = options === undefined ? undefined : options.hour12;
  const cycle = option(options, 'hourCycle', undefined, undefined);
  const twelve = f.facts.tag === 'en-US' || f.facts.tag === 'en-CA' || f.facts.tag === 'en-AU' ||
    f.facts.tag === 'en-IN';
  if (h12 === undefined) f.cycle = cycle === undefined ? (twelve ? 'h12' : 'h23') : cycle;
  else f.cycle = h12 ? 'h12' : twelve ? 'h24' : 'h23';
  f.asked = cycle !== undefined || h12 !== undefined;
  const fields = f.weekday || f.year || f.month || f.day || f.hour || f.minute || f.second || f.fraction;
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

function applyDefaults(f, wanted, defaults) {
  const hasDate = f.weekday || f.year || f.month || f.day;
  const hasTime = f.hour || f.minute || f.second || f.fraction;
  let needs = true;
  if ((wanted === 'date' || wanted === 'any') && hasDate) needs = false;
  if ((wanted === 'time' || wanted === 'any') && hasTime) needs = false;
  if (!needs) return;
  if (defaults === 'date' || defaults === 'all') f.year = f.month = f.day = 'numeric';
  if (defaults === 'time' || defaults === 'all') f.hour = f.minute = f.second = 'numeric';
}

function applyStyles(f) {
  if (f.dateStyle !== undefined) {
    f.day = 'numeric';
    f.year = f.dateStyle === 'short' ? '2-digit' : 'numeric';
    f.month = f.dateStyle === 'short' ? 'numeric' : f.dateStyle === 'medium' ? 'short' : 'long';
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

const utc = table();
for (const name of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
  utc[name] = uncurry(CDate.prototype[`getUTC${name}`]);
}

const two = (n) => padStart(`${n}`, 2, '0');

function dateParts(f, time) {
  if (!isFinite(time)) throw new CRangeError('Invalid time value');
  const d = new CDate(time + f.zone.offset * 60000);
  const parts = list();
  const date = dateSection(f, d);
  const clock = timeSection(f, d);
  for (let i = 0; i < date.length; i++) parts[parts.length] = date[i];
  if (date.length > 0 && clock.length > 0) {
    const long = f.dateStyle === 'full' || f.dateStyle === 'long' ||
      (f.dateStyle === undefined && f.month === 'long');
    const english = startsWith(f.facts.tag, 'en');
    const bare = f.facts.tag === 'sv-SE' || !(f.year || f.month || f.day);
    const plain = bare ? ' ' : ', ';
    addPart(parts, 'literal', long && english ? ' at ' : plain);
  }
  for (let i = 0; i < clock.length; i++) parts[parts.length] = clock[i];
  return parts;
}

const yearText = (f, d) => {
  let year = utc.FullYear(d);
  if (f.era !== undefined && year <= 0) year = 1 - year;
  return f.year === '2-digit' ? two(abs(year) % 100) : `${year}`;
};

function dateSection(f, d) {
  const parts = list();
  const weekday = f.weekday === undefined ? '' : nameText(dayNames[utc.Day(d)], f.weekday);
  const spelled = f.month === 'long' || f.month === 'short' || f.month === 'narrow';
  const hasOther = f.year || f.month || f.day;
  if (spelled && !startsWith(f.facts.dates, 'mdy')) return spelledDayFirst(f, d, weekday, parts);
  if (weekday !== '' && hasOther && !(f.day && !f.month && !f.year)) {
    addPart(parts, 'weekday', weekday);
    addPart(parts, 'literal', ', ');
  }
  if (spelled) {
    addPart(parts, 'month', nameText(monthNames[utc.Month(d)], f.month));
    if (f.day) {
      addPart(parts, 'literal', ' ');
      addPart(parts, 'day', dayText(f, d));
    }
    if (f.year) {
      addPart(parts, 'literal', f.day ? ', ' : ' ');
      addPart(parts, 'year', yearText(f, d));
    }
  } else numericDate(f, d, parts);
  if (weekday !== '' && !hasOther) addPart(parts, 'weekday', weekday);
  else if (weekday !== '' && f.day && !f.month && !f.year) {
    addPart(parts, 'literal', ' ');
    addPart(parts, 'weekday', weekday);
  }
  if (f.era !== undefined && parts.length > 0) {
    addPart(parts, 'literal', ' ');
    const before = utc.FullYear(d) <= 0;
    addPart(parts, 'era', f.era === 'long' ? (before ? 'Before Christ' : 'Anno Domini')
      : f.era === 'narrow' ? (before ? 'B' : 'A') : before ? 'BC' : 'AD');
  }
  return parts;
}

function spelledDayFirst(f, d, weekday, parts) {
  if (weekday !== '') {
    addPart(parts, 'weekday', weekday);
    addPart(parts, 'literal', ', ');
  }
  if (f.day) {
    addPart(parts, 'day', dayText(f, d));
    addPart(parts, 'literal', ' ');
  }
  addPart(parts, 'month', nameText(monthNames[utc.Month(d)], f.month));
  if (f.year) {
    addPart(parts, 'literal', ' ');
    addPart(parts, 'year', yearText(f, d));
  }
  return parts;
}

function nameText(name, style) {
  if (style === 'long') return name;
  return style === 'narrow' ? name[0] : slice(name, 0, 3);
}

const dayText = (f, d) => (f.day === '2-digit' ? two(utc.Date(d)) : `${utc.Date(d)}`);

function numericDate(f, d, parts) {
  const order = f.facts.dates;
  const separator = order[3];
  const padded = order !== 'mdy/' && f.facts.tag !== 'de-DE' && f.facts.tag !== 'es-ES' && f.facts.tag !== 'it-IT';
  for (let i = 0; i < 3; i++) {
    let type = 'year';
    let text = '';
    if (order[i] === 'y' && f.year) text = yearText(f, d);
    if (order[i] === 'm' && f.month) {
      type = 'month';
      const n = utc.Month(d) + 1;
      text = f.month === '2-digit' || (padded && f.day) ? two(n) : `${n}`;
    }
    if (order[i] === 'd' && f.day) {
      type = 'day';
      text = padded && f.month ? two(utc.Date(d)) : dayText(f, d);
    }
    if (text === '') continue;
    if (parts.length > 0 && parts[parts.length - 1].type !== 'literal') addPart(parts, 'literal', separator);
    addPart(parts, type, text);
  }
}

function timeSection(f, d) {
  const parts = list();
  const twelve = f.cycle === 'h12' || f.cycle === 'h11';
  if (f.hour) {
    const hour = utc.Hours(d);
    let shown = hour;
    if (f.cycle === 'h12') shown = hour % 12 === 0 ? 12 : hour % 12;
    if (f.cycle === 'h11') shown = hour % 12;
    if (f.cycle === 'h24' && hour === 0) shown = 24;
    const pad = f.hour === '2-digit' || !twelve;
    addPart(parts, 'hour', pad ? two(shown) : `${shown}`);
  }
  if (f.minute) {
    if (parts.length > 0) addPart(parts, 'literal', ':');
    addPart(parts, 'minute', f.hour || f.second ? two(utc.Minutes(d)) : `${utc.Minutes(d)}`);
  }
  if (f.second) {
    if (parts.length > 0) addPart(parts, 'literal', ':');
    addPart(parts, 'second', f.minute ? two(utc.Seconds(d)) : f.second === '2-digit' ? `${utc.Seconds(d)}` : `${utc.Seconds(d)}`);
  }
  if (f.fraction !== undefined) {
    if (parts.length > 0) addPart(parts, 'literal', '.');
    addPart(parts, 'fractionalSecond', slice(padStart(`${utc.Milliseconds(d)}`, 3, '0'), 0, f.fraction));
  }
  if (f.hour && twelve) {
    addPart(parts, 'literal', dayPeriodSpace);
    const lower = f.facts.tag === 'en-CA' || f.facts.tag === 'en-AU' || f.facts.tag === 'en-IN' || f.facts.tag === 'en-GB';
    const half = utc.Hours(d) < 12 ? 'AM' : 'PM';
    addPart(parts, 'dayPeriod', !lower ? half : f.facts.tag === 'en-CA' ? (half === 'AM' ? 'a.m.' : 'p.m.') : toLower(half));
  }
  if (f.zoneName !== undefined) {
    const bare = parts.length === 0;
    if (!bare) addPart(parts, 'literal', ' ');
    addPart(parts, 'timeZoneName', zoneText(f));
  }
  return parts;
}

function zoneText(f) {
  if (f.zone.name === 'UTC') {
    if (startsWith(f.zoneName, 'long') && f.zoneName !== 'longOffset') return 'Coordinated Universal Time';
    return includes(f.zoneName, 'Offset') ? 'GMT' : 'UTC';
  }
  const sign = f.zone.offset < 0 ? '-' : '+';
  const hours = floor(abs(f.zone.offset) / 60);
  const minutes = abs(f.zone.offset) % 60;
  return `GMT${sign}${startsWith(f.zoneName, 'long') ? two(hours) : hours}${minutes === 0 && !startsWith(f.zoneName, 'long') ? '' : `:${two(minutes)}`}`;
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
hide(DateTimeFormat.prototype, 'formatRange', function formatRange(from, to) {
  const f = dateFormatOf(this);
  const a = partsToText(dateParts(f, timeOf(from)));
  const b = partsToText(dateParts(f, timeOf(to)));
  return a === b ? a : `${a}\u2009–\u2009${b}`;
});
const dateFields = setPrototypeOf(['weekday', 'era', 'year', 'month', 'day', 'hour', 'minute', 'second', 'dateStyle',
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

// The range methods of DateTimeFormat: what both ends share is written once.
const dateDiffers = (a, b) => (utc.FullYear(a) !== utc.FullYear(b) ? 'year'
  : utc.Month(a) !== utc.Month(b) ? 'month' : utc.Date(a) !== utc.Date(b) ? 'day' : '');

function rangeParts(given, from, to) {
  const a = zoned(given, from);
  const b = zoned(given, to);
  const differs = dateDiffers(a, b);
  const f = differs === '' ? given : fullEnough(given, differs);
  const one = dateParts(f, from);
  const other = dateParts(f, to);
  const out = list();
  if (partsToText(dateParts(given, from)) === partsToText(dateParts(given, to)) && f === given) {
    return addRange(out, one, 0, one.length, 'shared', true);
  }
  let start = 0;
  let end = 0;
  if (differs === '') start = timeStart(one);
  else if (differs !== 'year' && isSpelled(f) && !hasTime(f)) {
    const same = (x, y) => x.type === y.type && x.value === y.value;
    const isShared = (x) => x.type === 'literal' || (x.type === 'month' && !f.weekday) || x.type === 'year';
    const least = min(one.length, other.length);
    while (!f.weekday && start < least && isShared(one[start]) && same(one[start], other[start])) start++;
    while (end < least - start && isShared(one[one.length - 1 - end]) &&
      same(one[one.length - 1 - end], other[other.length - 1 - end])) end++;
  }
  if (differs === '' && isSameHalf(f, one, other)) end = 2;
  addRange(out, one, 0, start, 'shared');
  addRange(out, one, start, one.length - end, 'startRange');
  const { tag } = f.facts;
  addPart(out, 'literal', tag === 'en-CA' || (tag === 'en-GB' && differs === '' && !f.second) ? '–' : '\u2009–\u2009');
  out[out.length - 1].source = 'shared';
  addRange(out, other, start, other.length - end, 'endRange');
  return addRange(out, other, other.length - end, other.length, 'shared');
}

// timeStart finds where the time begins after a date.
function timeStart(parts) {
  for (let i = 0; i < parts.length; i++) {
    if (parts[i].type === 'hour' || parts[i].type === 'minute' || parts[i].type === 'second') return i;
  }
  return 0;
}

// isSameHalf: both times have the same half of the day, which is written once
// unless there are seconds.
function isSameHalf(f, one, other) {
  const a = one[one.length - 1];
  const b = other[other.length - 1];
  return !f.second && f.hour && a.type === 'dayPeriod' && b.type === 'dayPeriod' && a.value === b.value;
}

// fullEnough adds the fields without which a range of dates would say nothing.
function fullEnough(f, differs) {
  const timed = hasTime(f);
  const dated = f.year || f.month || f.day;
  const g = create(f);
  if (timed && !dated) g.year = g.month = g.day = 'numeric';
  else if (differs === 'year' && f.day && !f.year) g.year = 'numeric';
  if (differs !== 'day' && f.day && !f.month) g.month = 'numeric';
  return g.year === f.year && g.month === f.month ? f : g;
}

// The patterns of ranges have a narrow space where others have a plain one.
function addRange(out, parts, from, to, source, single) {
  for (let i = from; i < to; i++) {
    const narrow = !single && parts[i].value === ' ' && i + 1 < parts.length && parts[i + 1].type === 'dayPeriod';
    addPart(out, parts[i].type, narrow ? '\u202f' : parts[i].value);
    out[out.length - 1].source = source;
  }
  return out;
}

function rangeOf(format, from, to) {
  const f = dateFormatOf(format);
  if (from === undefined || to === undefined) throw new CTypeError('startDate or endDate cannot be undefined');
  return rangeParts(f, timeOf(from), timeOf(to));
}
hide(DateTimeFormat.prototype, 'formatRange', function formatRange(from, to) {
  return partsToText(rangeOf(this, from, to));
});
hide(DateTimeFormat.prototype, 'formatRangeToParts', function formatRangeToParts(from, to) {
  const parts = rangeOf(this, from, to);
  const out = publicParts(parts);
  for (let i = 0; i < parts.length; i++) property(out[i], 'source', parts[i].source, true, true);
  return out;
});

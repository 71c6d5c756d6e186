// performance: the steady clock, with marks and what lies between them.
class PerformanceEntry {
  toJSON() { return { ...this }; }
}
class PerformanceMark extends PerformanceEntry {}
class PerformanceMeasure extends PerformanceEntry {}
for (const klass of [PerformanceEntry, PerformanceMark, PerformanceMeasure]) {
  hide(klass.prototype, symbolToStringTag, klass.name);
  publish(klass.name, klass);
}

const entries = list();
function addEntry(proto, name, entryType, startTime, duration, options) {
  const entry = create(proto);
  property(entry, 'name', name, true, false);
  property(entry, 'entryType', entryType, true, false);
  property(entry, 'startTime', startTime, true, false);
  property(entry, 'duration', duration, true, false);
  const detail = isObject(options) ? options.detail : undefined;
  property(entry, 'detail', detail === undefined ? null : structuredClone(detail), true, false);
  entries[entries.length] = entry;
  return entry;
}

// markTime is when a mark was set last, or a time as it is.
function markTime(mark) {
  if (typeof mark === 'number') return mark;
  const name = `${mark}`;
  for (let i = entries.length - 1; i >= 0; i--) {
    if (own(entries[i], 'entryType') === 'mark' && own(entries[i], 'name') === name) return own(entries[i], 'startTime');
  }
  throw new CDOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
}

function entriesLike(name, type) {
  const out = [];
  for (let i = 0; i < entries.length; i++) {
    if (name !== undefined && own(entries[i], 'name') !== name) continue;
    if (type === undefined || own(entries[i], 'entryType') === type) property(out, out.length, entries[i], true, true);
  }
  return out;
}

function clearEntries(name, type) {
  let kept = 0;
  for (let i = 0; i < entries.length; i++) {
    const gone = own(entries[i], 'entryType') === type && (name === undefined || own(entries[i], 'name') === `${name}`);
    if (!gone) entries[kept++] = entries[i];
  }
  entries.length = kept;
}

class Performance {
  now() { return sinceStart(); }
  get timeOrigin() { return timeOrigin; }
  toJSON() { return { timeOrigin, now: sinceStart() }; }
  mark(name, options) {
    if (arguments.length === 0) throw new CTypeError('The "name" argument must be specified');
    const at = isObject(options) && options.startTime !== undefined ? +options.startTime : sinceStart();
    return addEntry(PerformanceMark.prototype, `${name}`, 'mark', at, 0, options);
  }
  measure(name, startOrOptions, endMark) {
    if (arguments.length === 0) throw new CTypeError('The "name" argument must be specified');
    const options = isObject(startOrOptions) ? startOrOptions : { __proto__: null, start: startOrOptions, end: endMark };
    const { start, end, duration } = options;
    let from = start === undefined ? 0 : markTime(start);
    let to = end === undefined ? sinceStart() : markTime(end);
    if (duration !== undefined && end === undefined) to = from + duration;
    else if (duration !== undefined) from = to - duration;
    return addEntry(PerformanceMeasure.prototype, `${name}`, 'measure', from, to - from, startOrOptions);
  }
  getEntries() { return entriesLike(undefined, undefined); }
  getEntriesByName(name, type) { return entriesLike(`${name}`, type); }
  getEntriesByType(type) { return entriesLike(undefined, `${type}`); }
  clearMarks(name) { clearEntries(name, 'mark'); }
  clearMeasures(name) { clearEntries(name, 'measure'); }
}
hide(Performance.prototype, symbolToStringTag, 'Performance');
publish('performance', new Performance());

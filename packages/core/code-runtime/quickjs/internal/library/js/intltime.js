// The parts of a formatted time.
function timeSection(f, d) {
  const parts = list();
  const twelve = f.cycle === 'h12' || f.cycle === 'h11';
  if (f.hour) addPart(parts, 'hour', hourText(f, d, twelve));
  if (f.minute) {
    if (parts.length > 0) addPart(parts, 'literal', ':');
    addPart(parts, 'minute', f.hour || f.second ? two(utc.Minutes(d)) : `${utc.Minutes(d)}`);
  }
  if (f.second) {
    if (parts.length > 0) addPart(parts, 'literal', ':');
    addPart(parts, 'second', f.minute ? two(utc.Seconds(d)) : `${utc.Seconds(d)}`);
  }
  if (f.fraction !== undefined) {
    if (parts.length > 0) addPart(parts, 'literal', f.facts.decimal);
    addPart(parts, 'fractionalSecond', slice(padStart(`${utc.Milliseconds(d)}`, 3, '0'), 0, f.fraction));
  }
  if (f.hour ? twelve : f.dayPeriod !== undefined) {
    if (parts.length > 0) addPart(parts, 'literal', ' ');
    addPart(parts, 'dayPeriod', f.dayPeriod === undefined ? halfText(f, d) : periodText(f, d));
  } else if (f.hour && !f.minute && namesOf(f)[8] !== undefined) addPart(parts, 'literal', namesOf(f)[8]);
  if (f.zoneName !== undefined) {
    if (parts.length > 0) addPart(parts, 'literal', ' ');
    addPart(parts, 'timeZoneName', zoneText(f));
  }
  return parts;
}

// hourText has two digits in locales that count to 24, but for some patterns.
function hourText(f, d, twelve) {
  const hour = utc.Hours(d);
  let shown = hour;
  if (f.cycle === 'h12') shown = hour % 12 === 0 ? 12 : hour % 12;
  if (f.cycle === 'h11') shown = hour % 12;
  if (f.cycle === 'h24' && hour === 0) shown = 24;
  const { language } = f.facts;
  const zoneOnly = f.zoneName !== undefined && f.minute && f.timeStyle === undefined;
  const thin = twelve || (f.minute && f.thin) || language === 'es' || zoneOnly ||
    (language === 'it' && !f.minute && f.zoneName === undefined);
  return f.hour === '2-digit' || !thin ? two(shown) : `${shown}`;
}

function halfText(f, d) {
  const { tag } = f.facts;
  const text = namesOf(f)[utc.Hours(d) < 12 ? 6 : 7];
  if (tag === 'en-CA') return text === 'AM' ? 'a.m.' : 'p.m.';
  return tag === 'en-AU' || tag === 'en-IN' || tag === 'en-GB' ? toLower(text) : text;
}

function periodText(f, d) {
  const hour = utc.Hours(d);
  if (hour === 12 && (!f.minute || utc.Minutes(d) === 0)) return f.dayPeriod === 'narrow' ? 'n' : 'noon';
  return hour < 12 ? 'in the morning' : hour < 18 ? 'in the afternoon' : hour < 21 ? 'in the evening' : 'at night';
}

function zoneText(f) {
  if (f.zone.name === 'UTC') {
    if (startsWith(f.zoneName, 'long') && f.zoneName !== 'longOffset') return namesOf(f)[5];
    return includes(f.zoneName, 'Offset') ? 'GMT' : 'UTC';
  }
  const sign = f.zone.offset < 0 ? '-' : '+';
  const hours = floor(abs(f.zone.offset) / 60);
  const minutes = abs(f.zone.offset) % 60;
  return `GMT${sign}${startsWith(f.zoneName, 'long') ? two(hours) : hours}${minutes === 0 && !startsWith(f.zoneName, 'long') ? '' : `:${two(minutes)}`}`;
}

// The parts of a formatted date. After the order and the separator, the dates of
// a locale say where day and month have two digits: F with a full year, S with a
// short one, D without a year, M without a day, P in the short style; Y: the short
// style has the full year; B: a spelled month comes before the day.
const dateWords = table();
dateWords.en = 'January February March April May June July August September October November December|' +
  'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec|Sunday Monday Tuesday Wednesday Thursday Friday Saturday|' +
  'Sun Mon Tue Wed Thu Fri Sat| at |Coordinated Universal Time|AM|PM';
dateWords.de = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember|' +
  'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.|' +
  'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag|So. Mo. Di. Mi. Do. Fr. Sa.| um |' +
  'Koordinierte Weltzeit|AM|PM| Uhr';
dateWords.fr = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre|' +
  'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.|' +
  'dimanche lundi mardi mercredi jeudi vendredi samedi|dim. lun. mar. mer. jeu. ven. sam.| à |' +
  'temps universel coordonné|AM|PM| h';
dateWords.es = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre|' +
  'ene feb mar abr may jun jul ago sept oct nov dic|domingo lunes martes miércoles jueves viernes sábado|' +
  'dom lun mar mié jue vie sáb| a las |tiempo universal coordinado|a. m.|p. m.';
dateWords.it = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre|' +
  'gen feb mar apr mag giu lug ago set ott nov dic|domenica lunedì martedì mercoledì giovedì venerdì sabato|' +
  'dom lun mar mer gio ven sab| alle ore |Tempo coordinato universale|AM|PM';
dateWords.sv = 'januari februari mars april maj juni juli augusti september oktober november december|' +
  'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.|' +
  'söndag måndag tisdag onsdag torsdag fredag lördag|sön mån tis ons tors fre lör| kl. |' +
  'koordinerad universell tid|fm|em';

// namesOf splits the words of a language when they are first needed.
const dateWordLists = table();
function namesOf(f) {
  const { language } = f.facts;
  if (dateWordLists[language] !== undefined) return dateWordLists[language];
  return dateWordLists[language] = pieces(dateWords[language], '|');
}
function pieces(text, separator) {
  const out = list();
  for (let at = 0; at <= text.length;) {
    const end = indexOf(text, separator, at);
    out[out.length] = end < 0 ? slice(text, at) : slice(text, at, end);
    if (end < 0) break;
    at = end + 1;
  }
  return out;
}
const nthWord = (words, n) => pieces(words, ' ')[n];

const utc = table();
for (const name of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
  utc[name] = uncurry(CDate.prototype[`getUTC${name}`]);
}

const two = (n) => padStart(`${n}`, 2, '0');
const isSpelled = (f) => f.month === 'long' || f.month === 'short' || f.month === 'narrow';

function zoned(f, time) {
  if (!isFinite(time)) throw new CRangeError('Invalid time value');
  return new CDate(time + f.zone.offset * 60000);
}

function dateParts(f, time) {
  const d = zoned(f, time);
  const parts = dateSection(f, d);
  const clock = timeSection(f, d);
  if (parts.length > 0 && clock.length > 0) addPart(parts, 'literal', dateJoint(f));
  for (let i = 0; i < clock.length; i++) parts[parts.length] = clock[i];
  return parts;
}

// dateJoint is what stands between a date and a time.
function dateJoint(f) {
  const { language, tag } = f.facts;
  const whole = f.year || f.month || f.day;
  if (f.dateStyle === 'full' || f.dateStyle === 'long' || (f.dateStyle === undefined && f.month === 'long')) {
    return namesOf(f)[4];
  }
  if (language === 'sv' || (language === 'fr' && !isSpelled(f))) return ' ';
  return whole || (tag !== 'en-US' && tag !== 'en-CA' && tag !== 'en-AU' && tag !== 'en-IN') ? ', ' : ' ';
}

const yearText = (f, d) => {
  let year = utc.FullYear(d);
  if (f.era !== undefined && year <= 0) year = 1 - year;
  return f.year === '2-digit' ? two(abs(year) % 100) : `${year}`;
};

function dateSection(f, d) {
  const parts = list();
  const alone = !f.year && !f.month;
  const weekday = f.weekday === undefined ? '' : weekdayText(f, d, !f.day && alone);
  if (weekday !== '' && (!alone || (f.day && f.facts.tag !== 'en-US'))) {
    addPart(parts, 'weekday', weekday);
    addPart(parts, 'literal', alone && f.facts.language !== 'de' ? ' ' : weekdayJoint(f));
  }
  if (!isSpelled(f)) numericDate(f, d, parts);
  else if (includes(f.facts.dates, 'B')) spelledMonthFirst(f, d, parts);
  else spelledDayFirst(f, d, parts);
  if (weekday !== '' && alone && (!f.day || f.facts.tag === 'en-US')) {
    if (f.day) addPart(parts, 'literal', ' ');
    addPart(parts, 'weekday', weekday);
  }
  if (f.era !== undefined && parts.length > 0) {
    addPart(parts, 'literal', ' ');
    const old = utc.FullYear(d) <= 0;
    addPart(parts, 'era', f.era === 'long' ? (old ? 'Before Christ' : 'Anno Domini')
      : f.era === 'narrow' ? (old ? 'B' : 'A') : old ? 'BC' : 'AD');
  }
  return parts;
}

function weekdayText(f, d, alone) {
  const words = namesOf(f);
  const word = nthWord(words[f.weekday === 'short' ? 3 : 2], utc.Day(d));
  if (f.weekday === 'narrow') return f.facts.language === 'es' && utc.Day(d) === 3 ? 'X' : toUpper(word[0]);
  return f.weekday === 'short' && alone && f.facts.language === 'de' ? slice(word, 0, 2) : word;
}

function weekdayJoint(f) {
  const { language, tag } = f.facts;
  if (language === 'fr' || language === 'it' || (language === 'sv' && isSpelled(f))) return ' ';
  if (tag === 'en-GB' && !f.year) return ' ';
  return tag === 'en-AU' && f.weekday === 'long' && f.dateStyle === undefined && isSpelled(f) ? ' ' : ', ';
}

function monthText(f, d) {
  const n = utc.Month(d);
  const { language, tag } = f.facts;
  if (f.month === 'narrow') return toUpper(nthWord(namesOf(f)[0], n)[0]);
  const word = nthWord(namesOf(f)[f.month === 'long' ? 0 : 1], n);
  if (f.month === 'long') return word;
  const bare = !f.day && !f.year;
  if (language === 'de' && bare) return slice(word, 0, 3);
  if (tag === 'en-AU' && !bare && (n === 5 || n === 6)) return nthWord(namesOf(f)[0], n);
  return n === 8 && (tag === 'en-GB' || tag === 'en-AU' || tag === 'en-IN') ? 'Sept' : word;
}

function spelledMonthFirst(f, d, parts) {
  addPart(parts, 'month', monthText(f, d));
  if (f.day) {
    addPart(parts, 'literal', ' ');
    addPart(parts, 'day', dayText(f, d));
  }
  if (f.year) {
    addPart(parts, 'literal', f.day ? ', ' : ' ');
    addPart(parts, 'year', yearText(f, d));
  }
}

function spelledDayFirst(f, d, parts) {
  const joint = f.facts.language === 'es' && f.month === 'long' ? ' de ' : ' ';
  if (f.day) {
    addPart(parts, 'day', dayText(f, d));
    addPart(parts, 'literal', f.facts.language === 'de' ? '. ' : joint);
  }
  addPart(parts, 'month', monthText(f, d));
  if (f.year) {
    addPart(parts, 'literal', f.facts.tag === 'en-IN' && f.weekday === 'short' ? ', ' : joint);
    addPart(parts, 'year', yearText(f, d));
  }
}

const dayText = (f, d) => (f.day === '2-digit' ? two(utc.Date(d)) : `${utc.Date(d)}`);

function numericDate(f, d, parts) {
  const { dates, language } = f.facts;
  const start = parts.length;
  const both = f.month && f.day;
  const order = language === 'sv' && !f.year ? 'dmy' : dates;
  const separator = (language === 'sv' && !f.year) || (language === 'de' && !f.day) ? '/' : dates[3];
  const padded = (f.day || f.year) && includes(slice(dates, 4), both ? (f.year === '2-digit' ? 'S' : f.year ? 'F' : 'D') : 'M');
  for (let i = 0; i < 3; i++) {
    let type = 'year';
    let text = '';
    if (order[i] === 'y' && f.year) text = yearText(f, d);
    if (order[i] === 'm' && f.month) {
      type = 'month';
      const n = utc.Month(d) + 1;
      text = f.month === '2-digit' || padded ? two(n) : `${n}`;
    }
    if (order[i] === 'd' && f.day) {
      type = 'day';
      text = padded && f.month ? two(utc.Date(d)) : dayText(f, d);
    }
    if (text === '') continue;
    if (parts.length > start) addPart(parts, 'literal', separator);
    addPart(parts, type, text);
  }
  if (language === 'de' && f.day && !f.year && (f.month || f.weekday)) addPart(parts, 'literal', '.');
}

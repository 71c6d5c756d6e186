// The currencies and units of NumberFormat.
const noMinor = ' JPY KRW VND CLP ISK UGX XAF XOF XPF PYG RWF KMF GNF DJF BIF VUV HUF IDR COP PKR ';

// A currency has a symbol, a narrow one when that is another, and a name, with
// its plural when that is not the name with an s.
const currencyFacts = 'USD $||US dollar\nEUR €||euro\nGBP £||British pound\nJPY ¥||Japanese yen|\n' +
  'INR ₹||Indian rupee\nCNY CN¥|¥|Chinese yuan|\nKRW ₩||South Korean won|\nCAD CA$|$|Canadian dollar\n' +
  'AUD A$|$|Australian dollar\nNZD NZ$|$|New Zealand dollar\nHKD HK$|$|Hong Kong dollar\n' +
  'TWD NT$|$|New Taiwan dollar\nMXN MX$|$|Mexican peso\nBRL R$||Brazilian real\n' +
  'ILS ₪||Israeli new shekel\nVND ₫||Vietnamese dong|\nPHP ₱||Philippine peso\nCHF ||Swiss franc\n' +
  'SEK |kr|Swedish krona|Swedish kronor\nNOK |kr|Norwegian krone|Norwegian kroner\n' +
  'DKK |kr|Danish krone|Danish kroner\nPLN |zł|Polish zloty\nZAR |R|South African rand|\n' +
  'THB |฿|Thai baht|\nTRY |₺|Turkish lira|Turkish Lira\nSGD |$|Singapore dollar\nRUB |₽|Russian ruble\n' +
  'UAH |₴|Ukrainian hryvnia\nCZK |Kč|Czech koruna\nHUF |Ft|Hungarian forint\nIDR |Rp|Indonesian rupiah\n' +
  'MYR |RM|Malaysian ringgit\nAED ||UAE dirham\nSAR ||Saudi riyal\nEGP |E£|Egyptian pound\n' +
  'NGN |₦|Nigerian naira\nARS |$|Argentine peso\nCLP |$|Chilean peso\nCOP |$|Colombian peso\n' +
  'PKR |Rs|Pakistani rupee\n';

// field gives one part of a line of facts; undefined when there is no such line
// or it ends before.
function field(facts, key, which) {
  const line = regexpExec(new CRegExp(`(?:^|\\n)${key} (.*)`), facts);
  if (line === null) return undefined;
  let at = 0;
  for (let i = 0; i < which; i++) {
    at = indexOf(line[1], '|', at) + 1;
    if (at === 0) return undefined;
  }
  const end = indexOf(line[1], '|', at);
  return end < 0 ? slice(line[1], at) : slice(line[1], at, end);
}

function currencyText(f, body) {
  const code = f.currency;
  switch (f.currencyDisplay) {
    case 'code': return code;
    case 'name': {
      const name = field(currencyFacts, code, 2);
      if (name === undefined || partsToText(body) === '1') return name || code;
      const plural = field(currencyFacts, code, 3);
      return plural === undefined ? `${name}s` : plural || name;
    }
    case 'narrowSymbol': return field(currencyFacts, code, 1) || field(currencyFacts, code, 0) || code;
    default: return field(currencyFacts, code, 0) || code;
  }
}

// A unit has a short text and a narrow one when that is another; a short text
// that is counted has its s.
const unitFacts = 'acre ac\nbit bit\nbyte byte|B\ncelsius °C\ncentimeter cm\nday day|d\ndegree deg|°\n' +
  'fahrenheit °F|°\nfluid-ounce fl oz\nfoot ft|′\ngallon gal\ngigabit Gb\ngigabyte GB\ngram g\n' +
  'hectare ha\nhour hr|h\ninch in|″\nkilobit kb\nkilobyte kB\nkilogram kg\nkilometer km\nliter L\n' +
  'megabit Mb\nmegabyte MB\nmeter m\nmicrosecond μs\nmile mi\nmile-scandinavian smi\nmilliliter mL\n' +
  'millimeter mm\nmillisecond ms\nminute min|m\nmonth mth|m\nnanosecond ns\nounce oz\npercent %\n' +
  'petabyte PB\npound lb|#\nsecond sec|s\nstone st\nterabit Tb\nterabyte TB\nweek wk|w\nyard yd\nyear yr|y\n';
const unitCounted = ' day week month year ';

const perOf = (unit) => indexOf(unit, '-per-');
function isUnit(unit) {
  const per = perOf(unit);
  return per < 0 ? isSimpleUnit(unit)
    : isSimpleUnit(slice(unit, 0, per)) && isSimpleUnit(slice(unit, per + 5));
}
const isSimpleUnit = (unit) => regexpExec(/^[a-z-]+$/, unit) !== null && field(unitFacts, unit, 0) !== undefined;

// addUnit adds the text of the unit, with a space where it has one.
function addUnit(f, parts, one) {
  const per = perOf(f.unit);
  const unit = per < 0 ? f.unit : slice(f.unit, 0, per);
  const long = f.unitDisplay === 'long';
  let text = long ? longUnit(unit, one) : shortUnit(f, unit, one);
  if (per >= 0) text = perText(f, text, unit, slice(f.unit, per + 5), long);
  const first = text[0];
  if (long || (f.unitDisplay === 'short' && first !== '%' && first !== '°')) {
    addPart(parts, 'literal', f.facts.currencyLast && !long ? '\u00a0' : ' ');
  }
  addPart(parts, 'unit', text);
}

function perText(f, text, unit, other, long) {
  if (long) return `${text} per ${longUnit(other, true)}`;
  if (unit === 'mile' && other === 'hour') return 'mph';
  if (unit === 'mile' && other === 'gallon') return 'mpg';
  if (unit === 'percent') return text;
  const timed = other === 'minute' ? 'min' : other === 'foot' ? 'ft' : other === 'inch' ? 'in' : '';
  return `${text}/${timed || field(unitFacts, other, 1) || field(unitFacts, other, 0)}`;
}

function shortUnit(f, unit, one) {
  const short = field(unitFacts, unit, 0);
  if (f.unitDisplay === 'narrow') return field(unitFacts, unit, 1) || short;
  return !one && includes(unitCounted, ` ${unit} `) ? `${short}s` : short;
}

function longUnit(unit, one) {
  switch (unit) {
    case 'celsius': return one ? 'degree Celsius' : 'degrees Celsius';
    case 'fahrenheit': return one ? 'degree Fahrenheit' : 'degrees Fahrenheit';
    case 'fluid-ounce': return one ? 'fluid ounce' : 'fluid ounces';
    case 'mile-scandinavian': return one ? unit : 'miles-scandinavian';
    case 'foot': return one ? unit : 'feet';
    case 'inch': return one ? unit : 'inches';
    case 'percent': return unit;
    default: return one ? unit : `${unit}s`;
  }
}

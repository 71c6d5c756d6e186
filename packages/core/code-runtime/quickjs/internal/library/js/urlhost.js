// The hosts of URLs: domains, IPv4 and IPv6 addresses.
const forbiddenHost = /[\x00-\x20#/:<>?@[\\\]^|]/;
const forbiddenDomain = /[\x00-\x20"#%/:<>?@[\\\]^`{|}\x7f]/;

function parseHost(text, special) {
  if (startsWith(text, '[')) {
    if (!endsWith(text, ']')) return null;
    const address = parseIPv6(slice(text, 1, -1));
    return address === null ? null : `[${address}]`;
  }
  if (!special) {
    return regexpExec(forbiddenHost, text) === null ? percentEncode(text, inControl) : null;
  }
  const domain = domainToASCII(percentDecode(text));
  if (domain === null || domain === '' || regexpExec(forbiddenDomain, domain) !== null) return null;
  return endsInNumber(domain) ? parseIPv4(domain) : domain;
}

function splitOn(text, separator) {
  const out = list();
  let at = 0;
  for (;;) {
    const next = indexOf(text, separator, at);
    if (next < 0) break;
    out[out.length] = slice(text, at, next);
    at = next + 1;
  }
  out[out.length] = slice(text, at);
  return out;
}

function endsInNumber(domain) {
  const parts = splitOn(domain, '.');
  if (parts[parts.length - 1] === '' && parts.length > 1) parts.length--;
  return regexpExec(/^([0-9]+|0[xX][0-9a-fA-F]*)$/, parts[parts.length - 1]) !== null;
}

function parseIPv4(domain) {
  const parts = splitOn(domain, '.');
  if (parts[parts.length - 1] === '' && parts.length > 1) parts.length--;
  if (parts.length > 4) return null;
  let value = 0;
  for (let i = 0; i < parts.length; i++) {
    const n = ipv4Number(parts[i]);
    const last = i === parts.length - 1;
    if (!(n >= 0) || (last ? n >= pow(256, 5 - parts.length) : n > 255)) return null;
    value += last ? n : n * pow(256, 3 - i);
  }
  let out = '';
  for (let i = 3; i >= 0; i--) out += `${floor(value / pow(256, i)) % 256}${i > 0 ? '.' : ''}`;
  return out;
}

function ipv4Number(text) {
  if (text === '') return -1;
  if (regexpExec(/^0[xX][0-9a-fA-F]*$/, text) !== null) return text.length === 2 ? 0 : +text;
  if (regexpExec(/^0[0-7]+$/, text) !== null) return +`0o${slice(text, 1)}`;
  return regexpExec(/^[0-9]+$/, text) !== null && (text === '0' || text[0] !== '0') ? +text : -1;
}

function parseIPv6(text) {
  const groups = list();
  let gap = -1;
  let rest = text;
  if (startsWith(rest, '::')) {
    gap = 0;
    rest = slice(rest, 2);
  } else if (startsWith(rest, ':')) return null;
  while (rest !== '') {
    const dotted = regexpExec(/^([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})$/, rest);
    if (dotted !== null) {
      for (let i = 1; i <= 4; i++) {
        if (+dotted[i] > 255 || (dotted[i].length > 1 && dotted[i][0] === '0')) return null;
      }
      groups[groups.length] = +dotted[1] * 256 + +dotted[2];
      groups[groups.length] = +dotted[3] * 256 + +dotted[4];
      break;
    }
    const group = regexpExec(/^[0-9a-fA-F]{1,4}/, rest);
    if (group === null) return null;
    groups[groups.length] = +`0x${group[0]}`;
    rest = slice(rest, group[0].length);
    if (rest === '') break;
    if (startsWith(rest, '::')) {
      if (gap >= 0) return null;
      gap = groups.length;
      rest = slice(rest, 2);
    } else if (startsWith(rest, ':') && rest.length > 1) rest = slice(rest, 1);
    else return null;
  }
  if (gap < 0 ? groups.length !== 8 : groups.length > 7) return null;
  const full = list();
  const from = gap < 0 ? groups.length : gap;
  for (let i = 0; i < from; i++) full[i] = groups[i];
  for (let i = from; i < 8 - (groups.length - from); i++) full[i] = 0;
  for (let i = from; i < groups.length; i++) full[full.length] = groups[i];
  return writeIPv6(full);
}

function writeIPv6(groups) {
  let best = -1;
  let bestLength = 1;
  for (let i = 0; i < 8; i++) {
    let n = 0;
    while (i + n < 8 && groups[i + n] === 0) n++;
    if (n > bestLength) {
      best = i;
      bestLength = n;
    }
  }
  let out = '';
  for (let i = 0; i < 8; i++) {
    if (i === best) {
      out += i === 0 ? '::' : ':';
      i += bestLength - 1;
      continue;
    }
    out += numberToString(groups[i], 16) + (i < 7 ? ':' : '');
  }
  return out;
}

// domainToASCII lower-cases a domain and writes labels beyond ASCII in
// Punycode.
function domainToASCII(domain) {
  const labels = splitOn(toLower(normalize(domain, 'NFKC')), '.');
  let out = '';
  for (let i = 0; i < labels.length; i++) {
    const label = regexpExec(/[^\x00-\x7f]/, labels[i]) === null ? labels[i] : punycode(labels[i]);
    if (label === null) return null;
    out += (i > 0 ? '.' : '') + label;
  }
  return out;
}

function punycode(label) {
  const points = list();
  let out = '';
  for (let i = 0; i < label.length; i++) {
    const c = codePointAt(label, i);
    points[points.length] = c;
    if (c < 0x80) out += label[i];
    if (c > 0xffff) i++;
  }
  let handled = out.length;
  if (handled > 0) out += '-';
  const basic = handled;
  let n = 128;
  let delta = 0;
  let bias = 72;
  while (handled < points.length) {
    let next = 0x7fffffff;
    for (let i = 0; i < points.length; i++) if (points[i] >= n && points[i] < next) next = points[i];
    delta += (next - n) * (handled + 1);
    if (delta > 0x7fffffff) return null;
    n = next;
    for (let i = 0; i < points.length; i++) {
      if (points[i] < n) delta++;
      if (points[i] !== n) continue;
      let q = delta;
      for (let k = 36; ; k += 36) {
        const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
        if (q < t) break;
        out += punyDigit(t + ((q - t) % (36 - t)));
        q = floor((q - t) / (36 - t));
      }
      out += punyDigit(q);
      bias = punyBias(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return `xn--${out}`;
}
const punyDigit = (d) => fromCharCode(d < 26 ? d + 97 : d + 22);
function punyBias(delta, points, first) {
  let d = first ? floor(delta / 700) : delta >> 1;
  d += floor(d / points);
  let k = 0;
  for (; d > 455; k += 36) d = floor(d / 35);
  return k + floor((36 * d) / (d + 38));
}

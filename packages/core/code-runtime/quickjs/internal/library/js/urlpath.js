// The paths of URLs, and URLs as text.
function parsePathAndQuery(u, rest) {
  const q = indexOf(rest, '?');
  if (q >= 0) {
    u.query = percentEncode(slice(rest, q + 1), isSpecial(u) ? inSpecialQuery : inQuery);
  }
  addPath(u, q < 0 ? rest : slice(rest, 0, q));
  return u;
}

const singleDot = /^(\.|%2e)$/i;
const doubleDot = /^(\.|%2e)(\.|%2e)$/i;

function addPath(u, text) {
  let path = text;
  const special = isSpecial(u);
  if (special && path !== '') {
    let slashes = '';
    for (let i = 0; i < path.length; i++) slashes += path[i] === '\\' ? '/' : path[i];
    path = slashes;
  }
  if (path === '') {
    if (special && u.path.length === 0) u.path[0] = '';
    return;
  }
  if (startsWith(path, '/')) path = slice(path, 1);
  const segments = splitOn(path, '/');
  for (let i = 0; i < segments.length; i++) {
    const last = i === segments.length - 1;
    let segment = percentEncode(segments[i], inPath);
    if (regexpExec(doubleDot, segment) !== null) {
      shortenPath(u);
      if (last) u.path[u.path.length] = '';
    } else if (regexpExec(singleDot, segment) !== null) {
      if (last) u.path[u.path.length] = '';
    } else {
      if (u.scheme === 'file:' && u.path.length === 0 && regexpExec(driveLetter, segment) !== null) {
        segment = `${segment[0]}:`;
      }
      u.path[u.path.length] = segment;
    }
  }
}

function shortenPath(u) {
  const drive = u.scheme === 'file:' && u.path.length === 1 &&
    regexpExec(/^[a-zA-Z]:$/, u.path[0]) !== null;
  if (!drive && u.path.length > 0) u.path.length--;
}

function pathText(u) {
  if (u.opaque !== null) return u.opaque;
  let text = '';
  for (let i = 0; i < u.path.length; i++) text += `/${u.path[i]}`;
  return text;
}

function urlText(u) {
  let text = u.scheme;
  if (u.host !== null) {
    text += '//';
    if (u.username !== '' || u.password !== '') {
      text += u.username + (u.password === '' ? '' : `:${u.password}`) + '@';
    }
    text += u.host + (u.port === '' ? '' : `:${u.port}`);
  } else if (u.opaque === null && u.path.length > 1 && u.path[0] === '') text += '/.';
  return text + pathText(u) + (u.query === null ? '' : `?${u.query}`) +
    (u.fragment === null ? '' : `#${u.fragment}`);
}

// Calls of members that do not exist. Reading one gives undefined, as the
// program may test for it; the error of calling it names what was meant.
const namespaces = list();
const maxListed = 10;
const sites = table(); // what is called, by place

function noteNamespace(global, members, names) {
  namespaces[namespaces.length] = { __proto__: null, global, members, names };
}

// improveMessage extends the engine's bare messages. It never throws: an error that
// cannot be improved stays as it is.
function improveMessage(error, site) {
  try {
    const message = own(error, 'message');
    if (typeof message !== 'string' || (site !== undefined && site.getFileName() !== programName)) return;
    let text = absentText(error, message);
    if (site !== undefined && message === 'not a function' && namespaces.length > 0) text = missingText(site.getLineNumber(), site.getColumnNumber());
    if (text !== undefined) hide(error, 'message', text);
  } catch {
    // The stack or the memory is at its end.
  }
}

function missingText(line, column) {
  const place = `${line}:${column}`;
  if (!hasOwn(sites, place)) {
    sites[place] = list();
    const t = tokensOf();
    const at = tokenAtSite(t, line, column);
    if (at >= 0) sites[place] = calleesAt(t, at);
  }
  const calls = sites[place];
  let computed;
  let others = 0;
  for (let i = 0; i < calls.length; i++) {
    const { callee, path } = calls[i];
    if (callee !== undefined && callee.member && own(G, callee.space.global) === callee.space.members) {
      const { space: { global, members, names }, name } = callee;
      if (name === undefined) computed = callee.space;
      else if (!hasOwn(members, name)) {
        return `${global}${stepText(name)} is not a function: there is no such member${choice(name, names)}`;
      }
      if (name !== undefined) continue;
    } else if (works(path)) continue;
    others++;
  }
  // Whether a computed name is missing is certain only where nothing else can
  // have failed.
  if (computed === undefined || others > 1) return undefined;
  return `${computed.global}[…] is not a function: no member has the given name${listed(computed.names)}`;
}

// works tells whether a path from the global object leads to a function.
function works(path) {
  if (path === undefined) return false;
  let value = G;
  for (let i = path.length - 1; i >= 0; i--) {
    if (!isObject(value) || isProxy(value)) return false;
    value = own(value, path[i]);
  }
  return typeof value === 'function';
}

function choice(name, names) {
  const near = nearest(name, names);
  if (near.length === 0) return listed(names);
  let text = '; the nearest are ';
  for (let i = 0; i < near.length; i++) text += (i === 0 ? '' : ', ') + near[i];
  return text;
}

function listed(names) {
  if (names.length === 0) return '; there are none';
  let text = names.length === 1 ? '; there is only ' : '; there are ';
  for (let i = 0; i < names.length && i < maxListed; i++) text += (i === 0 ? '' : ', ') + names[i];
  return names.length > maxListed ? `${text} and ${names.length - maxListed} more` : text;
}

// nearest gives up to three names that are near, best first.
function nearest(name, names) {
  const ranked = list();
  const wanted = toLower(name);
  const limit = floor(wanted.length / 3) + 1;
  for (let i = 0; i < names.length && i < 500; i++) {
    const candidate = toLower(names[i]);
    let score = distance(wanted, candidate, limit);
    if (min(wanted.length, candidate.length) > 2 &&
      (includes(candidate, wanted) || includes(wanted, candidate))) score = min(score, 2);
    if (score > limit) continue;
    const entry = table();
    entry.score = score;
    entry.name = names[i];
    let at = ranked.length;
    for (; at > 0 && ranked[at - 1].score > score; at--) ranked[at] = ranked[at - 1];
    ranked[at] = entry;
  }
  const out = list();
  for (let i = 0; i < ranked.length && i < 3; i++) out[i] = ranked[i].name;
  return out;
}

// distance is the number of edits between two short words.
function distance(a, b, limit) {
  if (abs(a.length - b.length) > limit || a.length > 64 || b.length > 64) return limit + 1;
  let row = list();
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const next = list();
    next[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = min(row[j] + 1, next[j - 1] + 1, row[j - 1] + change);
    }
    row = next;
  }
  return row[b.length];
}

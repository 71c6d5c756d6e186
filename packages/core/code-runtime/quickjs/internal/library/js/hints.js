// Calls of members that do not exist. Reading one gives undefined, as the
// program may test for it; the error of calling it names what was meant.
let missed; // the last member that was asked for and not found

function withHints(members, names, global) {
  const handler = table();
  handler.get = (target, name, receiver) => {
    if (typeof name === 'string' && !hasOwn(target, name)) {
      missed = table();
      missed.name = name;
      missed.global = global;
      missed.names = names;
      return undefined;
    }
    return reflectGet(target, name, receiver);
  };
  return new CProxy(members, handler);
}

// improveMessage extends the engine's bare "not a function".
function improveMessage(error) {
  if (missed === undefined) return;
  const { global, name, names } = missed;
  if (own(error, 'message') !== 'not a function') return;
  missed = undefined;
  const near = nearest(name, names);
  let text = `${global}${stepText(name)} is not a function: there is no such member`;
  if (near.length > 0) {
    text += '; the nearest are ';
    for (let i = 0; i < near.length; i++) text += (i === 0 ? '' : ', ') + near[i];
  }
  hide(error, 'message', text);
}

// nearest gives up to three names, best first.
function nearest(name, names) {
  const ranked = list();
  const wanted = toLower(name);
  for (let i = 0; i < names.length && i < 500; i++) {
    const candidate = toLower(names[i]);
    let score = distance(wanted, candidate, 12);
    if (includes(candidate, wanted) || includes(wanted, candidate)) score = min(score, 2);
    const limit = max(3, floor(wanted.length / 2));
    if (score > limit) continue;
    const entry = table();
    entry.score = score;
    entry.name = names[i];
    let at = ranked.length;
    for (; at > 0 && ranked[at - 1].score > score; at--) ranked[at] = ranked[at - 1];
    ranked[at] = entry;
  }
  const out = list();
  if (ranked.length === 0) {
    for (let i = 0; i < names.length && i < 3; i++) out[i] = names[i];
  }
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

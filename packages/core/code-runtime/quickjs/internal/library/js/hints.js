// Calls of members that do not exist. Reading one gives undefined, as the
// program may test for it; the error of calling it names what was meant. The
// place of the error tells where in the text to look for the name.
let programText = '';
const namespaces = list();

function noteNamespace(global, members, names) {
  namespaces[namespaces.length] = { __proto__: null, global, members, names };
}

// improveMessage extends the engine's bare "not a function".
function improveMessage(error, site) {
  if (own(error, 'message') !== 'not a function' || site === undefined) return;
  if (site.getFileName() !== programName) return;
  const line = lineOf(programText, site.getLineNumber());
  for (let i = 0; i < namespaces.length; i++) {
    const name = missingMember(line, namespaces[i]);
    if (name === undefined) continue;
    const { global, names } = namespaces[i];
    const near = nearest(name, names);
    let text = `${global}${stepText(name)} is not a function: there is no such member`;
    for (let j = 0; j < near.length; j++) text += (j === 0 ? '; the nearest are ' : ', ') + near[j];
    hide(error, 'message', text);
    return;
  }
}

function lineOf(text, number) {
  let at = 0;
  for (let n = 1; n < number; n++) {
    const next = indexOf(text, '\n', at);
    if (next < 0) return '';
    at = next + 1;
  }
  const end = indexOf(text, '\n', at);
  return slice(text, at, end < 0 ? text.length : end);
}

const memberAfter = /^\s*(?:\?\.|\.)\s*([A-Za-z_$][\w$]*)\s*(?:\?\.)?\(|^\s*(?:\?\.)?\[\s*(?:'([^']*)'|"([^"]*)")\s*\]\s*(?:\?\.)?\(/;

// missingMember finds the first call on a line of a member that is not there.
function missingMember(line, { global, members }) {
  for (let at = indexOf(line, global); at >= 0; at = indexOf(line, global, at + 1)) {
    const match = regexpExec(memberAfter, slice(line, at + global.length));
    if (match === null) continue;
    const name = match[1] || match[2] || match[3] || '';
    if (!hasOwn(members, name)) return name;
  }
  return undefined;
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

// The tokens of the program, found when an error needs them and kept. Places
// of the engine are lines and bytes, so lines are counted as the engine does.
const kindWord = 1;
const kindValue = 2; // a string, a number or a regular expression
const kindTemplate = 3; // a template, or a piece of one beside a substitution
const kindMark = 4;
const kindBlock = 5; // the brace that opens statements or a class

let programText = '';
let tokens;

const wordPattern = /#?(?:[\w$]|[^\x00-\x7f\s]|\\u(?:\{[\da-fA-F]+\}|[\da-fA-F]{4}))+/y;
const numberPattern = /(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?)n?/y;
const regexpPattern = /\/(?:[^\\[/\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[\w$]*/y;
const markPattern = /\?\.(?!\d)|\.\.\.|=>|\+\+|--|[=!]==?|(?:>>>|\*\*|<<|>>|&&|\|\||\?\?|[-+*/%&|^<>])=?|[^]/y;
const commentLine = /[^\n\r\u2028\u2029]*/y;
const blankPattern = /\s/y;
const runs = {
  __proto__: null, "'": /[^'\\]*/y, '"': /[^"\\]*/y, '`': /[^`\\$]*/y, // up to what matters
};

function endOf(pattern, at) {
  pattern.lastIndex = at;
  return regexpExec(pattern, programText) === null ? -1 : pattern.lastIndex;
}

const wordSet = (text) => {
  const set = table();
  for (let at = 0; at < text.length;) {
    const space = indexOf(text, ' ', at);
    const end = space < 0 ? text.length : space;
    set[slice(text, at, end)] = true;
    at = end + 1;
  }
  return set;
};
const wordsBeforeValues = wordSet('return typeof case in of delete void throw new instanceof else do await yield default extends const let var');
const wordsBeforeHeads = wordSet('if while for with switch catch');
const wordsBeforeBlocks = wordSet('else do try finally static');

// tokensOf gives the tokens; a text that is not understood has wrong ones,
// which nothing relies on.
function tokensOf() {
  if (tokens === undefined) {
    const t = { __proto__: null, kinds: list(), starts: list(), ends: list(), parents: list(), mates: list(), lines: list(), top: -1 };
    t.lines[0] = 0;
    for (let at = 0; at < programText.length;) at = step(t, at);
    tokens = t;
  }
  return tokens;
}

const wordAt = (t, i) => slice(programText, t.starts[i], t.ends[i]);
const isAt = (t, i, text) => i >= 0 && i < t.kinds.length && t.ends[i] - t.starts[i] === text.length &&
  startsWith(programText, text, t.starts[i]);
const isDot = (t, i) => isAt(t, i, '.') || isAt(t, i, '?.');
const isIn = (t, i, set) => i >= 0 && t.kinds[i] === kindWord && !isDot(t, i - 1) && hasOwn(set, wordAt(t, i));

// step passes over one token, blank or comment.
function step(t, at) {
  const c = charCodeAt(programText, at);
  const next = charCodeAt(programText, at + 1);
  if (c === 10 || c === 13 || c === 0x2028 || c === 0x2029) return newLine(t, at + (c === 13 && next === 10 ? 2 : 1));
  if (c <= 32 || (c > 127 && endOf(blankPattern, at) > 0)) return at + 1;
  if (c === 47 && next === 47) return endOf(commentLine, at);
  if (c === 47 && next === 42) return passComment(t, at);
  if (c === 34 || c === 39) return add(t, kindValue, at, stringEnd(t, at));
  if (c === 96) return addTemplate(t, at);
  if (c === 125 && t.top >= 0 && t.kinds[t.top] === kindTemplate) return addTemplate(t, at);
  if ((c >= 48 && c <= 57) || (c === 46 && next >= 48 && next <= 57)) return add(t, kindValue, at, endOf(numberPattern, at));
  if (c === 47 && !endsValue(t, t.kinds.length - 1)) {
    const end = endOf(regexpPattern, at);
    if (end > 0) return add(t, kindValue, at, end);
  }
  if (isAlone(c)) return addMark(t, at, at + 1, c);
  const end = endOf(wordPattern, at);
  return end > 0 ? add(t, kindWord, at, end) : addMark(t, at, endOf(markPattern, at), c);
}

// isAlone tells the marks of one character that begin no longer one.
const isAlone = (c) => c === 40 || c === 41 || c === 44 || c === 58 || c === 59 || c === 91 || c === 93 || c === 123 || c === 125;

function newLine(t, at) {
  t.lines[t.lines.length] = at;
  return at;
}

function passComment(t, at) {
  const close = indexOf(programText, '*/', at + 2);
  const end = close < 0 ? programText.length : close + 2;
  passLines(t, at, end);
  return end;
}

// passLines notes the lines that begin inside of a comment or template.
function passLines(t, at, end) {
  const text = slice(programText, at, end);
  for (let i = indexOf(text, '\n'); i >= 0; i = indexOf(text, '\n', i + 1)) newLine(t, at + i + 1);
}

function stringEnd(t, at) {
  const quote = programText[at];
  for (let i = endOf(runs[quote], at + 1); i < programText.length; i = endOf(runs[quote], i)) {
    if (programText[i] === quote) return i + 1;
    const next = charCodeAt(programText, i + 1);
    i += next === 13 && programText[i + 2] === '\n' ? 3 : 2;
    if (next === 10 || next === 13) newLine(t, i);
  }
  return programText.length;
}

// addTemplate adds what stands up to the next substitution or the end. A
// middle piece is two tokens: one closes, one opens.
function addTemplate(t, at) {
  let i = endOf(runs['`'], at + 1);
  for (; i < programText.length; i = endOf(runs['`'], i)) {
    const c = programText[i];
    if (c === '`' || (c === '$' && programText[i + 1] === '{')) break;
    i += c === '\\' ? 2 : 1;
  }
  const opens = programText[i] === '$';
  const first = programText[at] === '`';
  const end = min(i + (opens && first ? 2 : opens ? 0 : 1), programText.length);
  passLines(t, at, end);
  add(t, kindTemplate, at, end);
  if (!first) closeAt(t, t.kinds.length - 1);
  if (opens && !first) add(t, kindTemplate, i, i + 2);
  if (opens) openAt(t, t.kinds.length - 1);
  return opens ? i + 2 : end;
}

function addMark(t, at, end, c) {
  const last = t.kinds.length - 1;
  add(t, c === 123 && opensBlock(t, last) ? kindBlock : kindMark, at, end);
  if (c === 40 || c === 91 || c === 123) openAt(t, last + 1);
  if (c === 41 || c === 93 || c === 125) closeAt(t, last + 1);
  return end;
}

function add(t, kind, start, end) {
  const i = t.kinds.length;
  t.kinds[i] = kind;
  t.starts[i] = start;
  t.ends[i] = end;
  t.parents[i] = t.top;
  t.mates[i] = -1;
  return end;
}

function openAt(t, i) {
  t.top = i;
}

function closeAt(t, i) {
  const opener = t.top;
  if (opener < 0) return;
  t.mates[i] = opener;
  t.mates[opener] = i;
  t.top = t.parents[opener];
  t.parents[i] = t.top;
}

// endsValue tells whether a token ends an expression, so that a slash after it
// divides and a parenthesis calls.
function endsValue(t, i) {
  if (i < 0) return false;
  const kind = t.kinds[i];
  if (kind === kindValue) return true;
  if (kind === kindWord) return !isIn(t, i, wordsBeforeValues) && !isIn(t, i, wordsBeforeHeads);
  if (kind === kindTemplate) return programText[t.ends[i] - 1] === '`';
  if (isAt(t, i, ')')) return !isIn(t, t.mates[i] - 1, wordsBeforeHeads);
  if (isAt(t, i, '}')) return t.mates[i] >= 0 && t.kinds[t.mates[i]] !== kindBlock;
  return isAt(t, i, ']') || isAt(t, i, '++') || isAt(t, i, '--');
}

// opensBlock tells a brace after a token from that of an object.
function opensBlock(t, i) {
  if (i < 0) return true;
  if (t.kinds[i] === kindWord) return endsValue(t, i) || isIn(t, i, wordsBeforeBlocks);
  if (isAt(t, i, ':')) return t.top >= 0 && t.kinds[t.top] === kindBlock;
  return t.kinds[i] === kindBlock || isAt(t, i, ')') || isAt(t, i, ';') || isAt(t, i, '}') || isAt(t, i, '=>');
}

// tokenAt finds the token that begins at a place, -1 for none.
function tokenAt(t, at) {
  let low = 0;
  for (let high = t.kinds.length - 1; low < high;) {
    const middle = (low + high) >> 1;
    if (t.starts[middle] < at) low = middle + 1;
    else high = middle;
  }
  return t.starts[low] === at ? low : -1;
}

// tokenAtSite finds the token of a place that the engine names. On the first
// line it counts from nought for calls and from one for names.
function tokenAtSite(t, line, column) {
  const from = t.lines[line - 1];
  if (from === undefined) return -1;
  if (line > 1) return tokenAt(t, afterBytes(from, column - 1));
  const called = tokenAt(t, afterBytes(from, column - methodOffset));
  if (called > 0 && (t.kinds[called] === kindWord || t.ends[called - 1] < t.starts[called])) return called;
  return tokenAt(t, afterBytes(from, column - methodOffset - 1));
}

// methodOffset is how much the host writes before the text of the method.
const methodOffset = 3;

function afterBytes(from, bytes) {
  let at = from;
  for (let left = bytes; left > 0 && at < programText.length; at++) {
    const c = charCodeAt(programText, at);
    left -= c < 0x80 ? 1 : c < 0x800 || (c >= 0xd800 && c < 0xe000) ? 2 : 3;
  }
  return at;
}

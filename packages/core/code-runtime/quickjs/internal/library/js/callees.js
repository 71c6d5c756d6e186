// What is called at a place of the program. The engine's place of a call is
// where the word or blank before its first argument ends, or, when something
// in the arguments has a place of its own, the last such. So calls around a
// place are asked too, as long as nothing in their arguments stands after it.
const maxAliases = 8;
const maxInitial = 24; // tokens of an initial value that is followed
const maxEffort = 50_000; // tokens that are looked at for the declarations of a place
let effort = 0;

// calleesAt gives the calls that may have failed at a token, innermost first:
// what is called, or undefined where that cannot be told.
function calleesAt(t, at) {
  effort = maxEffort;
  const found = list();
  const note = (end) => {
    if (!isAt(t, end, '?.')) found[found.length] = { __proto__: null, callee: valueAt(t, end, 0), path: pathAt(t, end) };
  };
  let after = at + 1;
  for (let i = at; i < t.kinds.length; i++) {
    if (i > at && (t.starts[i] !== t.ends[i - 1] || t.kinds[i] === kindWord)) break;
    if (isAt(t, i - 1, '(') && (i > at || isAt(t, i, ')'))) note(i - 2);
    if (t.kinds[i] === kindTemplate && programText[t.starts[i]] === '`' && endsValue(t, i - 1)) note(i - 1);
    if (i + 1 >= after) after = max(functionEnd(t, i), i) + 1;
  }
  const made = constructed(t, at);
  if (made >= 0) note(made);
  let inner = at;
  for (let opener = t.parents[at]; opener >= 0; opener = t.parents[opener]) {
    if (t.kinds[opener] === kindBlock || insideArrow(t, opener, inner) || !quiet(t, after, t.mates[opener])) break;
    if (isAt(t, opener, '(')) note(opener - 1);
    after = max(after, t.mates[opener] + 1);
    inner = opener;
  }
  return found;
}

// constructed gives the end of what new makes without arguments of its own.
function constructed(t, at) {
  let head = at;
  while (isAt(t, head - 1, '(')) head--;
  if (t.kinds[at] !== kindWord || !isAt(t, head - 1, 'new')) return -1;
  for (let end = at; ;) {
    if (isDot(t, end + 1)) end += 2;
    else if (isAt(t, end + 1, '[') && t.mates[end + 1] > 0) end = t.mates[end + 1];
    else if (isAt(t, end + 1, ')') && t.mates[end + 1] >= head) end++;
    else return end;
  }
}

// insideArrow tells whether an arrow stands between an opener and what it has inside.
function insideArrow(t, opener, inner) {
  for (let i = inner - 1; i > opener; i--) {
    if (isAt(t, i, '=>')) return true;
    if (isAt(t, i, ',') || isAt(t, i, ';')) return false;
    if (t.mates[i] >= 0 && t.mates[i] < i) i = t.mates[i];
  }
  return false;
}

// functionEnd gives the last token of the part of a function that begins at a
// token, parameters or body; -1 if none begins.
function functionEnd(t, i) {
  if (isAt(t, i, '(') && isAt(t, t.mates[i] + 1, '=>')) return t.mates[i];
  if (t.kinds[i] === kindBlock) return t.mates[i];
  if (!isAt(t, i, '=>') || t.kinds[i + 1] === kindBlock) return -1;
  for (let j = i + 1; j < t.kinds.length; j++) {
    if (isAt(t, j, ',') || isAt(t, j, ';') || (t.mates[j] >= 0 && t.mates[j] < j)) return j - 1;
    if (t.mates[j] > j) j = t.mates[j];
  }
  return -1;
}

const quietWords = wordSet('null true false this super async function class get set static import await');

// quiet tells whether nothing between two tokens has a place: no name that is
// read and no call, besides those in functions.
function quiet(t, from, to) {
  for (let i = from; i < to; i++) {
    const end = functionEnd(t, i);
    if (end >= 0) {
      i = end;
    } else if (isAt(t, i, '(') && endsValue(t, i - 1)) {
      const close = t.mates[i];
      if (t.kinds[close + 1] !== kindBlock) return false;
      i = close; // the parameters of a method
    } else if (readsName(t, i)) {
      return false;
    }
  }
  return true;
}

function readsName(t, i) {
  if (t.kinds[i] !== kindWord || isDot(t, i - 1) || isAt(t, i + 1, ':') || isAt(t, i + 1, '=>')) return false;
  if (isIn(t, i, wordsBeforeValues) || isIn(t, i, quietWords) || isAt(t, i - 1, 'function') || isAt(t, i - 1, 'class')) return false;
  if (isAt(t, i + 1, '(') && t.kinds[t.mates[i + 1] + 1] === kindBlock) return false;
  return !isShorthand(t, i);
}

function isShorthand(t, i) {
  return t.parents[i] >= 0 && isAt(t, t.parents[i], '{') && t.kinds[t.parents[i]] !== kindBlock &&
    (isAt(t, i - 1, '{') || isAt(t, i - 1, ',')) && (isAt(t, i + 1, '}') || isAt(t, i + 1, ','));
}

// valueAt says what the expression that ends at a token is, if it is the
// global object, a namespace or a member of one. The name of a member is
// undefined if only running tells it.
function valueAt(t, end, depth) {
  if (end < 0 || depth > maxAliases) return undefined;
  const open = t.mates[end];
  if (t.kinds[end] === kindWord) {
    if (isDot(t, end - 1)) return memberOf(valueAt(t, end - 2, depth + 1), true, wordAt(t, end));
    return variableAt(t, end, depth);
  }
  if (open < 0 || open > end) return undefined;
  if (isAt(t, end, ')')) {
    if (endsValue(t, open - 1)) return undefined;
    const value = valueAt(t, end - 1, depth + 1);
    if (value === undefined || (value.start !== open + 1 && !isAt(t, value.start - 1, ','))) return undefined;
    value.start = open;
    return value;
  }
  if (!isAt(t, end, ']')) return undefined;
  const object = isAt(t, open - 1, '?.') ? open - 2 : open - 1;
  const name = open === end - 2 ? textOf(t, end - 1) : undefined;
  return memberOf(valueAt(t, object, depth + 1), name !== undefined, name);
}

// textOf is the value of a literal text; undefined if it has to be computed.
function textOf(t, i) {
  const text = slice(programText, t.starts[i] + 1, t.ends[i] - 1);
  const last = programText[t.ends[i] - 1];
  const quoted = last === '"' || last === "'" || last === '`';
  return quoted && programText[t.starts[i]] === last && !includes(text, '\\') ? text : undefined;
}

function memberOf(object, known, name) {
  if (object === undefined || object.member) return undefined;
  if (object.space === undefined) return known ? spaceNamed(name, object.start) : undefined;
  return { __proto__: null, space: object.space, member: true, name, start: object.start };
}

function spaceNamed(name, start) {
  for (let i = 0; i < namespaces.length; i++) {
    if (namespaces[i].global === name) return { __proto__: null, space: namespaces[i], member: false, name: undefined, start };
  }
  return undefined;
}

// variableAt follows a name: to the global, or to the one declaration that
// gives it its value.
function variableAt(t, i, depth) {
  const name = wordAt(t, i);
  const declared = declarationOf(t, name);
  if (declared === -1) {
    if (name === 'globalThis') return { __proto__: null, space: undefined, member: false, name: undefined, start: i };
    return spaceNamed(name, i);
  }
  if (declared === -2) return undefined;
  const value = declaredValue(t, declared, i, depth + 1);
  if (value !== undefined) value.start = i;
  return value;
}

// declarationOf gives the only token that binds or assigns a name; -1 for
// none, -2 for more.
const declarations = table();
function declarationOf(t, name) {
  if (hasOwn(declarations, name)) return declarations[name];
  let declared = -1;
  for (let at = indexOf(programText, name); at >= 0; at = indexOf(programText, name, at + name.length)) {
    effort -= 8;
    const i = tokenAt(t, at);
    if (i < 0 || t.ends[i] !== at + name.length || !binds(t, i)) continue;
    declared = declared === -1 ? i : -2;
    if (declared === -2) break;
  }
  declarations[name] = declared;
  return declared;
}

const wordsBeforeNames = wordSet('const let var function class');
const assigning = wordSet('= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= ++ -- =>');

// binds tells whether a name is declared or assigned; where that is not clear,
// it is.
function binds(t, i) {
  if (isDot(t, i - 1)) return false;
  if (isIn(t, i - 1, wordsBeforeNames) || (isAt(t, i - 1, '*') && isAt(t, i - 2, 'function'))) return true;
  if (hasOwn(assigning, wordAt(t, i + 1)) || isAt(t, i - 1, '++') || isAt(t, i - 1, '--')) return true;
  if (isAt(t, i + 1, ':') && (isAt(t, i - 1, '{') || isAt(t, i - 1, ','))) return false; // a key
  if (isAt(t, i + 1, '(') || isDot(t, i + 1) || isAt(t, i + 1, '[')) return false;
  for (let inner = i, opener = t.parents[i]; opener >= 0; inner = opener, opener = t.parents[opener]) {
    if (--effort < 0) return true;
    if (t.kinds[opener] === kindBlock) return isListed(t, opener, inner);
    if (t.kinds[opener] === kindTemplate) return false;
    const after = t.mates[opener] + 1;
    if (isAt(t, after, '=') || isAt(t, after, '=>') || isAt(t, after, 'of') || isAt(t, after, 'in')) return true;
    if (!isAt(t, opener, '(')) continue;
    if (isAt(t, opener - 1, 'for')) return isAt(t, i + 1, 'of') || isAt(t, i + 1, 'in') || isListed(t, opener, inner);
    return t.kinds[after] === kindBlock && (isAt(t, opener - 1, 'catch') || !isIn(t, opener - 1, wordsBeforeHeads));
  }
  return false;
}

// isListed tells whether a name stands in a list of declarations, as b in let a, b.
function isListed(t, opener, inner) {
  if (!isAt(t, inner - 1, ',')) return false;
  for (let i = inner - 1; i > opener; i--) {
    if (--effort < 0 || isIn(t, i, wordsBeforeNames)) return true;
    if (isAt(t, i, ';')) return false;
    if (t.mates[i] >= 0 && t.mates[i] < i) i = t.mates[i];
  }
  return false;
}

// declaredValue is the value that a constant, or a variable that is never
// assigned, has from its declaration.
function declaredValue(t, i, use, depth) {
  const parent = t.parents[i];
  const inPattern = parent >= 0 && isAt(t, parent, '{') && t.kinds[parent] !== kindBlock;
  const first = inPattern ? parent : i;
  const last = inPattern ? t.mates[parent] : i;
  const block = t.parents[first];
  if (block < 0 || t.kinds[block] !== kindBlock || use < block || use > t.mates[block]) return undefined;
  if (!isAt(t, first - 1, 'const') && !isAt(t, first - 1, 'let')) return undefined;
  if (!isAt(t, last + 1, '=')) return undefined;
  const end = initialEnd(t, last + 2);
  const value = valueAt(t, end, depth);
  if (value === undefined || value.start !== last + 2) return undefined;
  if (!inPattern) return value;
  if (!isAt(t, i + 1, ',') && !isAt(t, i + 1, '}')) return undefined;
  if (isAt(t, i - 1, '{') || isAt(t, i - 1, ',')) return memberOf(value, true, wordAt(t, i));
  if (!isAt(t, i - 1, ':')) return undefined;
  if (isAt(t, i - 2, ']')) return memberOf(value, false, undefined);
  const key = t.kinds[i - 2] === kindWord ? wordAt(t, i - 2) : textOf(t, i - 2);
  return memberOf(value, key !== undefined, key);
}

// initialEnd gives the last token of a short initial value, -1 for a long one.
function initialEnd(t, from) {
  for (let i = from, n = 0; i < t.kinds.length && n < maxInitial; i++, n++) {
    if (t.mates[i] > i) i = t.mates[i];
    const next = i + 1;
    if (next >= t.kinds.length || isAt(t, next, ';') || isAt(t, next, ',') || isAt(t, next, '}')) return i;
    const apart = indexOf(slice(programText, t.ends[i], t.starts[next]), '\n') >= 0;
    if (apart && endsValue(t, i) && t.kinds[next] === kindWord && !isAt(t, next, 'in') && !isAt(t, next, 'instanceof')) return i;
  }
  return -1;
}

// pathAt gives the names of a callee such as console.log from the global on.
function pathAt(t, end) {
  const names = list();
  for (let i = end, n = 0; i >= 0 && t.kinds[i] === kindWord && n < maxAliases; i -= 2, n++) {
    names[n] = wordAt(t, i);
    if (!isDot(t, i - 1)) return declarationOf(t, names[n]) === -1 ? names : undefined;
  }
  return undefined;
}

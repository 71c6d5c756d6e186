// Keys of texts: comparing two keys as plain texts, which the engine does at
// once, is comparing the texts by the rules of a collator. A sort asks for the
// same texts over and over, so the latest keys are kept.
const keptKeys = 8192; // in each of two generations
const keptLength = 128;
const keptCharacters = 4096;
const orders = table();

const tailorings = table();
tailorings['sv-SE'] = 'åz1äz2æz2öz3øz3';
tailorings['es-ES'] = 'ñn1';
function tailor(tag) {
  const rules = tailorings[tag];
  if (rules === undefined) return undefined;
  const out = table();
  for (let i = 0; i < rules.length; i += 3) out[rules[i]] = letterWeight(rules[i + 1]) + +rules[i + 2];
  return out;
}

// orderOf gives what collators of the same settings share.
function orderOf(c) {
  const tag = tailorings[c.facts.tag] === undefined ? '' : c.facts.tag;
  const name = (c.numeric ? '1' : '') + (c.ignorePunctuation ? '2' : '') + c.sensitivity + c.caseFirst + tag;
  return orders[name] === undefined ? orders[name] = makeOrder(c, tag) : orders[name];
}

function makeOrder(c, tag) {
  const o = table();
  o.numeric = c.numeric;
  o.ignores = c.ignorePunctuation;
  o.ranks = o.ignores ? asciiLetters : asciiWeights;
  o.accents = c.sensitivity === 'accent' || c.sensitivity === 'variant';
  o.cases = c.sensitivity === 'case' || c.sensitivity === 'variant';
  o.caseOnly = c.sensitivity === 'case';
  o.upperFirst = c.caseFirst === 'upper';
  o.lower = thirdOf(o, lowerCase);
  o.upper = thirdOf(o, upperCase);
  o.empty = (o.accents ? '\0' : '') + (o.cases ? '\0' : ''); // the levels of plain text
  o.tailored = tailor(tag);
  o.characters = new CMap();
  o.young = table();
  o.old = table();
  o.count = 0;
  return o;
}

// thirdOf makes a weight of the third level comparable as the order asks.
function thirdOf(o, third) {
  const upper = (third & upperCase) !== 0;
  if (o.caseOnly) return upper === !o.upperFirst ? 2 : 1;
  return o.upperFirst ? third + (upper ? 0 : 0x40) : third;
}

function keyOf(o, text) {
  let key = o.young[text];
  if (key !== undefined) return key;
  key = o.old[text];
  if (key === undefined) key = makeKey(o, text);
  if (text.length > keptLength) return key;
  if (o.count === keptKeys) {
    o.old = o.young;
    o.young = table();
    o.count = 0;
  }
  o.count++;
  return o.young[text] = key;
}

function makeKey(o, text) {
  const ascii = regexpExec(notAscii, text) === null;
  if (ascii && !o.numeric && (!o.cases || (!o.upperFirst && toLower(text) === text))) {
    return plainKey(o.ranks, text) + o.empty;
  }
  const w = table();
  w.first = list();
  w.second = list();
  w.third = list();
  addText(o, w, ascii ? text : normalize(text, o.tailored === undefined ? 'NFD' : 'NFC'));
  let key = unitsToText(w.first);
  if (o.accents) key += `\0${levelText(w.second)}`;
  if (o.cases) key += `\0${levelText(w.third)}`;
  return key;
}

// levelText leaves out the least weight at the end, which changes no order.
function levelText(weights) {
  while (weights.length > 0 && weights[weights.length - 1] === 1) weights.length--;
  return unitsToText(weights);
}

// plainKey is the first level of ASCII text, which is all it has when the case
// of letters plays no part.
const plainPiece = 1024;
const plainBytes = newBytes(plainPiece);
const plainWeights = property(new CUint16Array(plainPiece), 'length', 0, false, true); // nobody else's length is asked
function plainKey(ranks, text) {
  let key = '';
  for (let at = 0; at < text.length; at += plainPiece) {
    const size = min(plainPiece, text.length - at);
    setLatin(plainBytes, size === text.length ? text : slice(text, at, at + size));
    let n = 0;
    for (let i = 0; i < size; i++) {
      const rank = ranks[plainBytes[i]];
      if (rank !== 0) plainWeights[n++] = rank;
    }
    plainWeights.length = n;
    key += apply(fromCharCode, undefined, plainWeights);
  }
  return key;
}

function addText(o, w, text) {
  let ignored = false; // with the accents that follow
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i);
    if (code >= 128) {
      const point = codePointAt(text, i);
      if (point > 0xffff) i++;
      ignored = addCharacter(o, w, point, ignored);
      continue;
    }
    ignored = o.ranks[code] !== asciiWeights[code];
    if (o.numeric && code >= 48 && code <= 57) i = addNumber(w, text, i);
    else if (o.ranks[code] !== 0) {
      addWeight(w, o.ranks[code], code >= 65 && code <= 90 ? o.upper : o.lower);
    }
  }
}

// addCharacter tells whether the character is one that the order ignores.
function addCharacter(o, w, point, ignored) {
  let have = mapGet(o.characters, point);
  if (have === undefined) {
    if (mapSize(o.characters) >= keptCharacters) o.characters = new CMap();
    have = weigh(fromCodePoint(point), o.tailored);
    mapSet(o.characters, point, have);
  }
  if (o.ignores && (have.first.length > 0 ? have.first[0] < blockMarks : ignored)) return true;
  append(w.first, have.first);
  append(w.second, have.second);
  for (let i = 0; i < have.third.length; i++) w.third[w.third.length] = thirdOf(o, have.third[i]);
  return false;
}

function append(to, from) {
  for (let i = 0; i < from.length; i++) to[to.length] = from[i];
}

// addNumber adds a run of digits as one weight: the length comes first, so that
// numbers compare by size.
function addNumber(w, text, from) {
  let to = from;
  while (to < text.length && charCodeAt(text, to) >= 48 && charCodeAt(text, to) <= 57) to++;
  let start = from;
  while (start < to - 1 && charCodeAt(text, start) === 48) start++;
  addWeight(w, weightDigits, lowerCase);
  const { first } = w;
  first[first.length] = min(to - start, 0xffff);
  for (let i = start; i < to; i++) first[first.length] = charCodeAt(text, i);
  return to - 1;
}

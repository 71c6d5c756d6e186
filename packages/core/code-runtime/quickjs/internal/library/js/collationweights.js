// The order of characters, as the root collation of ICU has it for what
// programs meet: white space, punctuation, symbols, currencies, digits, letters.
const spaceOrder = '\t\n\v\f\r\u0085\u2028\u2029 ';
const markOrder = '_-‐‒–—―,;:!¡?¿‽.·\'‹›"«»()[]{}§¶@*/\\&#%‰‱†‡•‣';
const symbolOrder = '`´¨^¯˘˙¸˛°©®';
const operatorOrder = '+±÷×<=>¬|¦~−';
const lengthMark = 0x30fc; // of Japanese, before everything that is a letter
const moneyOrder = '¤¢$£¥';
const digitOrder = '0123456789';
const latinOrder = 'aⱥbƀɓƃcȼƈdȸɖɗƌȡeɇǝəɛfƒgǥɠɣƣhƕiıɨɩjȷɉkƙlƚȴƛmnɲƞȵŋoɔɵȣpƥqȹɋĸrʀɍsȿʃƪtƾŧⱦƫƭʈȶ' +
  'uʉɯʊvʋʌwxyɏƴȝzƍƶȥɀʒƹƺþƿƻƨƽƅɂǀǁǂǃ';

// A weight is one code unit of a key; a character without a place of its own
// has two, its block's and its number. Letters leave room for those that a
// locale adds.
const blockMarks = 0x100;
const blockSymbols = 0x180;
const blockOperators = 0x200;
const blockMoney = 0x280;
const weightDigits = 0x300;
const weightLetters = 0x400;
const blockLetters = 0x800;
const letterGap = 4;
const asciiWeights = new CUint16Array(128);
const asciiLetters = new CUint16Array(128); // without what ignorePunctuation ignores
let rareWeights; // made when first needed, to keep it out of the image

function eachWeight(f) {
  const line = (text, from, step) => {
    for (let i = 0; i < text.length; i++) f(charCodeAt(text, i), from + i * step);
  };
  line(spaceOrder, 1, 1);
  line(markOrder, 16, 1);
  line(symbolOrder, blockMarks + 0x20, 1);
  line(operatorOrder, blockSymbols + 0x20, 1);
  f(lengthMark, weightDigits - 1);
  line(moneyOrder, blockOperators + 0x20, 1);
  line(digitOrder, weightDigits, 1);
  line(latinOrder, weightLetters, letterGap);
}
eachWeight((code, weight) => {
  if (code >= 128) return;
  asciiWeights[code] = weight;
  if (weight >= blockMarks) asciiLetters[code] = weight;
  if (code >= 97 && code <= 122) asciiWeights[code - 32] = asciiLetters[code - 32] = weight;
});

const letterWeight = (text) => asciiWeights[charCodeAt(text, 0)];

function weightOf(code) {
  if (code < 128) return asciiWeights[code];
  if (rareWeights === undefined) {
    rareWeights = new CMap();
    eachWeight((c, weight) => mapSet(rareWeights, c, weight));
  }
  return mapGet(rareWeights, code);
}

// Accents make the second level: the common ones in their order, then others.
const accentOrder = '\u0332\u0313\u0314\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304';
const accentRest = 0x40;
const accentJoint = 0x5ff; // of two letters in one
function accentOf(code) {
  const at = indexOf(accentOrder, fromCodePoint(code));
  if (at >= 0) return 2 + at;
  if (code >= 0x300 && code <= 0x36f) return accentRest + code - 0x300;
  if (code === 0x3099 || code === 0x309a || (code >= 0x64b && code <= 0x655) || (code >= 0x5b0 && code <= 0x5bc)) {
    return accentRest + 0x100 + (code & 0xff);
  }
  return 0;
}

// Letters that are another with an accent, or two in one.
const likeOther = table();
for (const pair of 'øo|đd|ðd|ħh|łl|æae|œoe|ßss|ςσ'.split('|')) likeOther[pair[0]] = slice(pair, 1);
// The differences that only the third level sees.
const lowerCase = 1;
const lowerOther = 2;
const upperCase = 8;
const isSuperscript = /[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u1d2c-\u1d6a\u2070-\u209f]/;
const isIgnored = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u;
const isLetter = /[\p{L}\p{M}\p{N}]/u;
const isMoney = /\p{Sc}/u;
const isSymbol = /\p{S}/u;

function addWeight(w, first, third) {
  w.first[w.first.length] = first;
  w.second[w.second.length] = 1;
  w.third[w.third.length] = third;
}

// weigh gives the weights of a character that is not ASCII.
function weigh(ch, tailored) {
  const w = table();
  w.first = list();
  w.second = list();
  w.third = list();
  const lower = toLower(ch);
  if (tailored !== undefined && tailored[lower] !== undefined) {
    addWeight(w, tailored[lower], lower === ch ? lowerCase : upperCase);
  } else weighAll(w, normalize(ch, 'NFD'), 0);
  return w;
}

function weighAll(w, text, variant) {
  for (let i = 0; i < text.length; i++) {
    const code = codePointAt(text, i);
    if (code > 0xffff) i++;
    weighOne(w, fromCodePoint(code), variant);
  }
}

function weighOne(w, ch, variant) {
  const lower = toLower(ch);
  const code = codePointAt(lower, 0);
  const third = (lower === ch ? lowerCase : upperCase) + variant;
  const accent = accentOf(code);
  const weight = weightOf(code);
  const other = likeOther[lower];
  if (accent !== 0) w.second[w.second.length] = accent;
  else if (weight !== undefined) {
    if (weight !== 0) addWeight(w, weight, third);
  } else if (other !== undefined) weighLike(w, other, lower, third);
  else if (regexpExec(isIgnored, ch) === null) weighRest(w, ch, lower, code, third, variant);
}

function weighLike(w, other, lower, third) {
  if (other === 'σ') {
    weighOne(w, other, lowerOther);
    return;
  }
  addWeight(w, letterWeight(other), third);
  w.second[w.second.length] = other.length === 2 ? accentJoint
    : accentOf(lower === 'ð' ? 0x362 : lower === 'ø' ? 0x338 : 0x335);
  if (other.length === 2) addWeight(w, letterWeight(other[1]), third);
}

function weighRest(w, ch, lower, code, third, variant) {
  const plain = normalize(ch, 'NFKD');
  if (plain !== ch) {
    weighAll(w, plain, regexpExec(isSuperscript, ch) === null ? lowerOther : 2 * upperCase);
  } else if (code >= 0x2018 && code <= 0x201f) weighQuote(w, code);
  else if (code >= 0x3041 && code <= 0x30f6) weighKana(w, code, variant);
  else {
    const block = regexpExec(isLetter, lower) !== null ? blockLetters
      : regexpExec(isMoney, ch) !== null ? blockMoney
        : regexpExec(isSymbol, ch) === null ? blockMarks - 0x40
          : code > 0x2212 ? blockOperators : blockSymbols;
    const place = code >= 0x3400 && code < 0x4dc0 ? code + 0x1c000 : code; // rare Han after the common
    addWeight(w, block + (place >> 12), third);
    w.first[w.first.length] = 0x100 + (place & 0xfff);
  }
}

const weighQuote = (w, code) => {
  addWeight(w, asciiWeights[code < 0x201c ? 39 : 34], lowerCase);
  w.second[w.second.length] = 2 + (code & 3);
};

// Hiragana and Katakana differ on the third level, as small and full size do.
const smallKana = 'ぁぃぅぇぉっゃゅょゎゕゖ';
const fullKana = 'あいうえおつやゆよわかけ';
function weighKana(w, code, variant) {
  const hiragana = code >= 0x30a1 ? code - 0x60 : code;
  const small = indexOf(smallKana, fromCodePoint(hiragana));
  const full = small < 0 ? hiragana : charCodeAt(fullKana, small);
  addWeight(w, blockLetters + (full >> 12), (small < 0 ? 2 : 1) + (code >= 0x30a1 ? 2 : 0) + variant);
  w.first[w.first.length] = 0x100 + (full & 0xfff);
}

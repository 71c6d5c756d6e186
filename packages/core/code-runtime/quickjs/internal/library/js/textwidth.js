// How many columns of a terminal a text takes, as Node counts them: of wide
// characters two, of those that join or mark others none.
const narrowText = /^[\n\x20-\x7e]*$/;
const wideCharacter = /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
const noCharacter = /[\p{Mn}\p{Me}\p{Cc}\p{Cf}]/u;
const firstMark = 0x300; // what is below it is narrow, or a control character

function textWidth(text) {
  if (regexpExec(narrowText, text) !== null) return narrowWidth(text);
  const composed = normalize(text, 'NFC');
  let width = 0;
  for (let i = 0; i < composed.length; i++) {
    const c = codePointAt(composed, i);
    if (c < firstMark) width += c < 0x20 || (c > 0x7e && c < 0xa0) ? 0 : 1;
    else width += widthOf(fromCodePoint(c));
    if (c > 0xffff) i++;
  }
  return width;
}

function narrowWidth(text) {
  let width = text.length;
  for (let at = indexOf(text, '\n'); at >= 0; at = indexOf(text, '\n', at + 1)) width--;
  return width;
}

// textWidths measures many texts, which are narrow for the most part, at once.
function textWidths(texts, count) {
  let all = '';
  for (let i = 0; i < count; i++) all += texts[i];
  const narrow = regexpExec(narrowText, all) !== null;
  const lines = narrow && includes(all, '\n');
  const widths = list();
  for (let i = 0; i < count; i++) {
    widths[i] = !narrow ? textWidth(texts[i]) : lines ? narrowWidth(texts[i]) : texts[i].length;
  }
  return widths;
}

function widthOf(character) {
  if (regexpExec(wideCharacter, character) !== null) return 2;
  return regexpExec(noCharacter, character) === null ? 1 : 0;
}

const padWidth = (text, width) => text + repeat(' ', max(width - textWidth(text), 0));

// How many columns of a terminal a text takes, as Node counts them: of wide
// characters two, of those that join or mark others none.
const narrowText = /^[\x20-\x7e]*$/;
const wideCharacter = /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u3247\u3250-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
const noCharacter = /(?!\xad)[\p{Mn}\p{Me}\p{Cc}\p{Cf}]/u;

function textWidth(text) {
  if (regexpExec(narrowText, text) !== null) return text.length;
  const composed = normalize(text, 'NFC');
  let width = 0;
  for (let i = 0; i < composed.length;) {
    const c = fromCodePoint(codePointAt(composed, i));
    if (regexpExec(wideCharacter, c) !== null) width += 2;
    else if (regexpExec(noCharacter, c) === null) width++;
    i += c.length;
  }
  return width;
}

const padWidth = (text, width) => text + repeat(' ', max(width - textWidth(text), 0));

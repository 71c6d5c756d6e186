// Intl.Segmenter: graphemes by the common joining rules, words and sentences by
// simple patterns.
const segmenters = new CWeakMap();
const granularities = setPrototypeOf(['grapheme', 'word', 'sentence'], null);
const Segmenter = intlClass('Segmenter', segmenters, (locales, options) => {
  const f = table();
  f.facts = pickLocale(locales);
  f.granularity = option(options, 'granularity', granularities, 'grapheme');
  f.pattern = f.granularity === 'word' ? /[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}\p{M}_]+)*|\s+|\p{RI}\p{RI}|\p{ExtPict}(?:\p{EMod}|\ufe0f)*(?:\u200d\p{ExtPict}(?:\p{EMod}|\ufe0f)*)*|./suy
    : f.granularity === 'sentence' ? /[^.!?]*[.!?]*\s*/suy
      : /\r\n|\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}])*(?:\u200d\p{Emoji}(?:\p{EMod}|\ufe0f)*)*\p{M}*|.\p{M}*\u200d?/suy;
  return f;
}, false);
const setLastIndex = (r, n) => { r.lastIndex = n; };
const wordLike = /[\p{L}\p{N}]/u;

function segmentAt(f, text, at) {
  setLastIndex(f.pattern, at);
  const match = regexpExec(f.pattern, text);
  const piece = match === null || match[0] === '' ? text[at] : match[0];
  const item = { __proto__: null, segment: piece, index: at, input: text };
  if (f.granularity === 'word') item.isWordLike = regexpExec(wordLike, piece) !== null;
  return item;
}

// Segments are found from the start, as a pattern cannot tell where one begins.
const segmented = new CWeakMap();
class Segments {
  containing(index) {
    const { f, text } = stateOf(segmented, this, '%Segments.prototype%');
    const wanted = trunc(+index) || 0;
    if (wanted < 0 || wanted >= text.length) return undefined;
    for (let at = 0; ;) {
      const item = segmentAt(f, text, at);
      at += item.segment.length;
      if (at > wanted) return plainly(item);
    }
  }
  *[symbolIterator]() {
    const { f, text } = stateOf(segmented, this, '%Segments.prototype%');
    for (let at = 0; at < text.length;) {
      const item = segmentAt(f, text, at);
      at += item.segment.length;
      yield plainly(item);
    }
  }
}
hide(Segments.prototype, 'constructor', CObject);

hide(Segmenter.prototype, 'segment', function segment(input) {
  const f = stateOf(segmenters, this, 'Intl.Segmenter');
  const out = create(Segments.prototype);
  weakSet(segmented, out, { __proto__: null, f, text: `${input}` });
  return out;
});
hide(Segmenter.prototype, 'resolvedOptions', function resolvedOptions() {
  const f = stateOf(segmenters, this, 'Intl.Segmenter');
  return { locale: f.facts.tag, granularity: f.granularity };
});

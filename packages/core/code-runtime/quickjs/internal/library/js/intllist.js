// Intl.ListFormat.
const listFormats = new CWeakMap();
const ListFormat = intlClass('ListFormat', listFormats, (locales, options) => {
  const f = table();
  f.type = option(options, 'type', undefined, 'conjunction');
  f.style = option(options, 'style', undefined, 'long');
  f.facts = pickLocale(locales);
  return f;
}, false);
function listParts(f, items) {
  const texts = list();
  for (const item of items) {
    if (typeof item !== 'string') throw new CTypeError('Iterable yielded a non-string value');
    texts[texts.length] = item;
  }
  const word = f.type === 'disjunction' ? 'or' : f.style === 'long' ? 'and' : '&';
  const parts = list();
  for (let i = 0; i < texts.length; i++) {
    const last = i === texts.length - 1;
    let joint = ', ';
    if (f.type === 'unit') joint = f.style === 'narrow' ? ' ' : ', ';
    else if (last && f.style === 'narrow' && f.type === 'conjunction') joint = ', ';
    else if (last) joint = texts.length === 2 ? ` ${word} ` : `, ${word} `;
    if (i > 0) addPart(parts, 'literal', joint);
    addPart(parts, 'element', texts[i]);
  }
  return parts;
}
hide(ListFormat.prototype, 'format', function format(items) {
  return partsToText(listParts(stateOf(listFormats, this, 'Intl.ListFormat'), items));
});
hide(ListFormat.prototype, 'formatToParts', function formatToParts(items) {
  return publicParts(listParts(stateOf(listFormats, this, 'Intl.ListFormat'), items));
});

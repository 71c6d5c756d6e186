// Intl.Collator and localeCompare.
const collators = new CWeakMap();
const sensitivities = setPrototypeOf(['base', 'accent', 'case', 'variant'], null);
const caseFirsts = setPrototypeOf(['upper', 'lower', 'false'], null);
const usages = setPrototypeOf(['sort', 'search'], null);

function makeCollator(locales, options) {
  const c = table();
  c.facts = pickLocale(locales);
  c.usage = option(options, 'usage', usages, 'sort');
  c.numeric = options !== undefined && !!options.numeric;
  c.caseFirst = option(options, 'caseFirst', caseFirsts, 'false');
  c.sensitivity = option(options, 'sensitivity', sensitivities, 'variant');
  c.ignorePunctuation = options !== undefined && !!options.ignorePunctuation;
  c.order = orderOf(c);
  return c;
}

function collate(order, a, b) {
  if (a === b) return 0;
  const one = keyOf(order, a);
  const other = keyOf(order, b);
  return one === other ? 0 : one < other ? -1 : 1;
}

const Collator = intlClass('Collator', collators, makeCollator, true);
accessor(Collator.prototype, 'compare', function () {
  const { order } = stateOf(collators, this, 'Intl.Collator');
  return named('', (a, b) => collate(order, `${a}`, `${b}`));
});
hide(Collator.prototype, 'resolvedOptions', function resolvedOptions() {
  const c = stateOf(collators, this, 'Intl.Collator');
  return { locale: c.facts.tag, usage: c.usage, sensitivity: c.sensitivity,
    ignorePunctuation: c.ignorePunctuation, collation: 'default', numeric: c.numeric, caseFirst: c.caseFirst };
});

// A sort gives the same settings with every comparison.
const { order: defaultOrder } = makeCollator(undefined, undefined);
const lastSettings = table();
function orderFor(locales, options) {
  const { usage, numeric, caseFirst, sensitivity, ignorePunctuation } = optionsOf(options) ?? table();
  const last = lastSettings;
  if (last.order !== undefined && typeof locales !== 'object' && last.locales === locales && last.usage === usage &&
    last.numeric === numeric && last.caseFirst === caseFirst && last.sensitivity === sensitivity &&
    last.ignorePunctuation === ignorePunctuation) return last.order;
  const settings = { __proto__: null, usage, numeric, caseFirst, sensitivity, ignorePunctuation };
  last.order = undefined;
  const { order } = makeCollator(locales, settings);
  last.locales = locales;
  last.usage = usage;
  last.numeric = numeric;
  last.caseFirst = caseFirst;
  last.sensitivity = sensitivity;
  last.ignorePunctuation = ignorePunctuation;
  return last.order = order;
}

hide(stringProto, 'localeCompare', named('localeCompare', function (that, locales, options) {
  if (this === null || this === undefined) throw new CTypeError('localeCompare called on null or undefined');
  const a = typeof this === 'string' ? this : `${this}`;
  const b = typeof that === 'string' ? that : `${that}`;
  return collate(locales === undefined && options === undefined ? defaultOrder : orderFor(locales, options), a, b);
}));

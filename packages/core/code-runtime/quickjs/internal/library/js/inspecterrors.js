// Errors in the console: their stack text, and what else they have in braces (P52).
const hiddenExtras = setPrototypeOf(['cause', 'errors'], null);
const errorShape = (textOf) => (state, value, constructor, shape) => {
  let text = textOf(value);
  const keys = visibleKeys(value, false);
  const extra = list();
  for (let i = 0; i < keys.length; i++) {
    const shown = own(value, keys[i]); // undefined for an accessor
    const known = keys[i] === 'name' || keys[i] === 'message' || keys[i] === 'stack';
    if (known && typeof shown === 'string' && includes(text, shown)) continue;
    extra[extra.length] = keys[i];
  }
  for (let i = 0; i < hiddenExtras.length; i++) {
    const name = hiddenExtras[i];
    if (hasOwn(value, name) && !propertyIsEnumerable(value, name)) extra[extra.length] = name;
  }
  shape.keys = extra;
  if (indexOf(text, '\n    at') < 0) text = `[${text}]`;
  if (state.indent > 0) text = indentLines(text, state.indent);
  shape.base = text;
  return extra.length === 0 ? text : undefined;
};
shapes.Error = errorShape(errorText);

// A DOMException has its words in the engine and its stack as a property.
const exceptionName = getter(CDOMException.prototype, 'name');
const exceptionMessage = getter(CDOMException.prototype, 'message');
shapes.DOMException = errorShape((value) => {
  const stack = own(value, 'stack');
  return typeof stack === 'string' && stack !== '' ? stack
    : joined(exceptionName(value), exceptionMessage(value));
});

// errorText is the stack text of an error, read without running a getter. A
// name of its own is what the program wants to see; one that the error inherits
// says less than its class does, which Node names too.
function errorText(error) {
  const { name, message } = wordsOf(error);
  const stack = stackOf(error);
  if (typeof stack !== 'string' || stack === '') return joined(name, message);
  if (startsWith(stack, '    at ')) return `${joined(name, message)}\n${stack}`;
  const klass = constructorName(error);
  if (klass === undefined || hasOwn(error, 'name') || !endsWith(name, 'Error')) return stack;
  const after = startsWith(stack, name) ? slice(stack, name.length) : ' ';
  if (after !== '' && after[0] !== ':' && after[0] !== '\n') return stack;
  return (includes(klass, name) ? klass : `${klass} [${name}]`) + after;
}

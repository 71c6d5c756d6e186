// Errors in words. The engine's stack text has frames only; every error gets
// its first line here, frames of this library are left out, and columns of the
// first line are those of the submitted program.
const libraryName = 'dsh:library';
const programName = 'program.ts';
const firstLineOffset = 32; // what the host writes before the program on its first line

function frameText(site, outer) {
  const file = site.getFileName();
  if (file === libraryName) return '';
  if (site.isNative() && outer !== undefined && outer.getFileName() === libraryName) return '';
  const name = site.getFunctionName();
  if (site.isNative()) return `\n    at ${name || '<anonymous>'} (native)`;
  const line = site.getLineNumber();
  let column = site.getColumnNumber();
  if (file === programName && line === 1) column = max(column - firstLineOffset, 1);
  const place = `${file}:${line}:${column}`;
  return name ? `\n    at ${name} (${place})` : `\n    at ${place}`;
}

// joined is the first line as V8 writes it.
function joined(name, message) {
  if (name === '') return message;
  return message === '' ? name : `${name}: ${message}`;
}

// wordOf reads the name or the message as a program does, and may run its code.
function wordOf(error, key, absent) {
  try {
    const value = error[key];
    return value === undefined ? absent : `${value}`;
  } catch {
    return absent;
  }
}
const nameOf = (error) => wordOf(error, 'name', 'Error');
const messageOf = (error) => wordOf(error, 'message', '');
const headline = (error) => joined(nameOf(error), messageOf(error));

// The hook is the engine's; taking the property away afterwards keeps it out
// of the program's reach. An error keeps the frames apart from what its first
// line was, since programs change names and messages later. Everything else
// shows what it gets to the program, and gets a text.
const { isError } = CError;
CError.prepareStackTrace = function (error, sites) {
  setPrototypeOf(sites, null);
  improveMessage(error, sites[0]);
  let frames = '';
  for (let i = 0; i < sites.length; i++) frames += frameText(sites[i], sites[i + 1]);
  const name = nameOf(error);
  const message = messageOf(error);
  return isError(error) ? { __proto__: null, name, message, frames } : joined(name, message) + frames;
};
delete CError.prepareStackTrace;

// report is the message of a failure: for an error its stack text, for
// anything else its text form (P27).
function report(reason) {
  try {
    if (!isObject(reason) || className(reason) !== 'Error') return toText(reason);
    const { stack } = reason;
    if (typeof stack === 'string' && stack !== '') return withHeadline(reason, stack);
    if (stack === null) return headline(reason);
    return stack === undefined ? toText(reason.message) : toText(stack);
  } catch {
    return 'the thrown value could not be rendered';
  }
}

// withHeadline puts the first line before frames that came without one.
function withHeadline(error, stack) {
  return startsWith(stack, '    at ') ? `${headline(error)}\n${stack}` : stack;
}

// In the engine the stack is an accessor whose setter takes strings only and
// leaves an enumerable property; programs expect a plain hidden one.
const stackSlot = getter(errorProto, 'stack');
accessor(errorProto, 'stack',
  named('get stack', function () {
    const kept = stackSlot(this);
    if (!isError(this)) return kept;
    return headline(this) + (isObject(kept) ? kept.frames : ''); // none where the stack was at its end
  }),
  named('set stack', function (value) {
    if (isObject(this)) hide(this, 'stack', value);
  }));

// The engine would give an error that captures its stack what it keeps, so
// something else captures it. That has no name: its first line is known. Classes
// capture in their constructors, most often before they set the name.
const captureStack = CError.captureStackTrace;
hide(CError, 'captureStackTrace', {
  captureStackTrace(object, above) {
    if (!isObject(object)) throw new CTypeError('not an object');
    const other = table();
    captureStack(other, above);
    const frames = slice(other.stack, 'Error'.length);
    const kept = isError(object) && !hasOwn(object, 'stack') ? stackSlot(object) : undefined;
    if (isObject(kept)) kept.frames = frames;
    else hide(object, 'stack', headline(object) + frames);
  },
}.captureStackTrace);

// stackOf reads the stack text without running code of the program.
function stackOf(error) {
  if (hasOwn(error, 'stack')) return own(error, 'stack');
  const kept = stackSlot(error);
  if (!isObject(kept)) return kept;
  const { name, message } = wordsOf(error);
  return joined(name, message) + kept.frames;
}

// wordsOf reads the name and the message of an error the same way: what an
// accessor gives is what it gave when the error was made.
function wordsOf(error) {
  const kept = stackSlot(error);
  const seen = isObject(kept) ? kept : { __proto__: null, name: 'Error', message: '' };
  return {
    __proto__: null,
    name: plainWord(error, 'name', seen.name, 'Error'),
    message: plainWord(error, 'message', seen.message, ''),
  };
}

function plainWord(error, key, seen, absent) {
  for (let o = error; o !== null && !isProxy(o); o = getPrototypeOf(o)) {
    const d = getOwnPropertyDescriptor(o, key);
    if (d === undefined) continue;
    if (!hasOwn(d, 'value') || isObject(d.value)) return seen;
    return d.value === undefined ? absent : toText(d.value);
  }
  return seen;
}

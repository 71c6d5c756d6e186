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

// headline is what V8 puts before the frames.
function headline(error) {
  try {
    const name = error.name === undefined ? 'Error' : `${error.name}`;
    const message = error.message === undefined ? '' : `${error.message}`;
    if (name === '') return message;
    return message === '' ? name : `${name}: ${message}`;
  } catch {
    return 'Error';
  }
}

// The hook is the engine's; taking the property away afterwards keeps it out
// of the program's reach.
CError.prepareStackTrace = function (error, sites) {
  improveMessage(error, sites[0]);
  let text = headline(error);
  for (let i = 0; i < sites.length; i++) text += frameText(sites[i], sites[i + 1]);
  return text;
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
accessor(errorProto, 'stack', getOwnPropertyDescriptor(errorProto, 'stack').get,
  named('set stack', function (value) {
    if (isObject(this)) hide(this, 'stack', value);
  }));

// stackOf reads the stack text without running code of the program.
function stackOf(error) {
  return hasOwn(error, 'stack') ? own(error, 'stack') : stackSlot(error);
}

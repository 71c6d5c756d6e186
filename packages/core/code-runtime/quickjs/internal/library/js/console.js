// The console: every method makes one entry of the captured output.
function formatEntry(args) {
  let text = '';
  for (let i = 0; i < args.length; i++) {
    if (i > 0) text += ' ';
    text += typeof args[i] === 'string' ? args[i] : inspect(args[i]);
  }
  return text;
}

const print = (text) => { host(opLog, text); };
const consoleObject = table();
const consoleMethod = (name, f) => property(consoleObject, name, named(name, f), true, true);

for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
  consoleMethod(name, (...args) => print(formatEntry(setPrototypeOf(args, null))));
}
publish('console', consoleObject);

// Globals of other hosts. A program may test for one; the error of using it says
// what a program has instead.
const absentModules = 'a program has no modules: what it can use is global';
const absentNetwork = 'a program has no network of its own';
const absentHost = 'a program has no process and no files of its own';
const absentPage = 'a program runs on no page';
const absent = {
  __proto__: null,
  require: absentModules, module: absentModules, exports: absentModules,
  process: absentHost, Deno: absentHost, Bun: absentHost, __dirname: absentHost, __filename: absentHost,
  fetch: absentNetwork, XMLHttpRequest: absentNetwork, WebSocket: absentNetwork,
  window: absentPage, document: absentPage, localStorage: absentPage,
};
const referenceProto = G.ReferenceError.prototype;
const undefinedName = ' is not defined';

const noModule = "could not load module '";

// absentText extends the engine's message; undefined where there is nothing to add.
function absentText(error, message) {
  let why;
  if (getPrototypeOf(error) === referenceProto && endsWith(message, undefinedName)) why = absent[slice(message, 0, -undefinedName.length)];
  else if (startsWith(message, noModule)) why = absentModules;
  if (why === undefined) return undefined;
  const through = namespaces.length === 0 ? '' : `; whatever it does, it does through the functions of ${namespaces[0].global}`;
  return `${message}: ${why}${through}`;
}

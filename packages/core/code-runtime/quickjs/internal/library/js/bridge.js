// The border. Everything the program can do to the host goes through host();
// everything the host does goes through the four functions at the end.
const endJSON = 0;
const endString = 1;
const endUndefined = 2;
const endThrown = 3;
const endLossy = 4;
const settleReject = 0;
const settleString = 2;
const settleDeep = 3;
const settleBits = 2;
const settleMask = 3;
const memberFactor = 1 << 20;

const pending = list(); // by id: the calls in flight, and the next free id where there is none
let freeId = -1; // the id that was free last, for use by the next call; -1 for none
const dropped = new CMap(); // labels of settled calls that nobody awaited: how many

let lastResolve;
let lastReject;
const takeSettlers = (resolve, reject) => {
  lastResolve = resolve;
  lastReject = reject;
};

// CallPromise is the promise of a call. A private field keeps what belongs to
// it: no table has to be asked, and no program can reach it. The class itself is
// out of reach too: the constructor property says CPromise, and notes that
// somebody looks at the promise. Await, then and the combinators all read it,
// and nothing else does. What belongs to a call is a list, which is made faster
// than an object; own elements are found without asking any prototype.
const callTarget = 0;
const callAwaited = 1;
const callResolve = 2;
const callReject = 3;
let lastCall;
class CallPromise extends CPromise {
  #call;
  constructor(target) {
    super(takeSettlers);
    lastCall = [target, false, lastResolve, lastReject];
    this.#call = lastCall;
  }
  static look(promise) {
    if (isObject(promise) && #call in promise) promise.#call[callAwaited] = true;
  }
}
const { look } = CallPromise;
accessor(CallPromise.prototype, 'constructor', function constructor() {
  look(this);
  return CPromise;
}, undefined);

function makeMember(space, member, index) {
  const which = space.index * memberFactor + index;
  const target = { __proto__: null, label: space.global + stepText(member), member, errorClass: space.errorClass };
  return named(member, (argument) => {
    const promise = new CallPromise(target);
    const call = lastCall;
    let text;
    try {
      text = encodeCall(argument, 'the argument');
    } catch (e) {
      const { reason } = lossyOf(e, 'the argument');
      rejectCall(call, `the arguments of ${target.label} must be lossless JSON: ${reason}`);
      return promise;
    }
    let id = freeId;
    if (id < 0) id = pending.length;
    else freeId = pending[id];
    pending[id] = call;
    if (text !== undefined) host(opCall, id, which, text);
    else if (flatNames.length === 1) host(opFlatCall, id, which, flatShape, flatNames[0], flatX);
    else sendFlat(id, which);
    return promise;
  });
}

// sendFlat makes a call of the pieces that encodeCall left.
function sendFlat(id, which) {
  const names = flatNames;
  if (names.length === 2) host(opFlatCall, id, which, flatShape, names[0], flatX, names[1], flatY);
  else host(opFlatCall, id, which, flatShape, names[0], flatX, names[1], flatY, names[2], flatZ);
}

// A call and its promise know each other, and would stay until the next
// collection if they were not taken apart at the end.

function resolveCall(call, value) {
  const resolve = call[callResolve];
  call[callResolve] = call[callReject] = undefined;
  resolve(value);
}

function rejectCall(call, message) {
  const reject = call[callReject];
  call[callResolve] = call[callReject] = undefined;
  reject(failure(call[callTarget], message));
}

// makeClass gives the constructor a program sees for failed calls.
function makeClass(declared) {
  const { name, property: memberProperty } = declared;
  const fill = (error, member) => {
    property(error, 'name', name, true, false);
    property(error, memberProperty, member, true, false);
    return error;
  };
  const constructor = named(name, class extends CError {
    constructor(member, message) {
      super(message);
      fill(this, member);
    }
  });
  hide(constructor.prototype, 'name', name); // for the first line of the stack
  const made = table();
  made.constructor = constructor;
  made.fill = fill;
  return made;
}

// failure makes the rejection of a call without asking anything that the
// program can change.
function failure({ errorClass, member }, message) {
  if (errorClass === undefined) return new CError(message);
  const args = list();
  args[0] = message;
  return errorClass.fill(construct(CError, args, errorClass.constructor), member);
}

function makeNamespace(declared, index) {
  const space = table();
  space.global = declared.global;
  space.index = index;
  space.errorClass = declared.errorClass ? makeClass(declared.errorClass) : undefined;
  const members = table();
  const names = setPrototypeOf(declared.members, null);
  for (let i = 0; i < names.length; i++) {
    property(members, names[i], makeMember(space, names[i], i), true, false);
  }
  hide(G, declared.global, members);
  noteNamespace(declared.global, members, names);
  if (declared.errorClass) hide(G, declared.errorClass.name, space.errorClass.constructor);
}

let ended = false;
function end(how, text) {
  if (ended) return;
  ended = true;
  host(opDone, how, text, droppedCalls());
}

// droppedCalls names the calls whose promise was neither awaited nor passed on.
function droppedCalls() {
  for (let i = 0; i < pending.length; i++) {
    const call = pending[i];
    if (typeof call !== 'number' && !call[callAwaited]) noteDropped(call[callTarget]);
  }
  let text = '';
  let shown = 0;
  mapForEach(dropped, (count, label) => {
    if (++shown > 10) return;
    text += (shown > 1 ? ', ' : '') + label + (count > 1 ? ` (${count} times)` : '');
  });
  return shown > 10 ? `${text} and ${shown - 10} more` : text;
}

function noteDropped({ label }) {
  mapSet(dropped, label, (mapGet(dropped, label) || 0) + 1);
}

function complete(value) {
  if (value === undefined) return end(endUndefined, '');
  if (typeof value === 'string') return end(endString, value);
  let text;
  try {
    text = encode(value, 'the result');
  } catch (e) {
    const { reason } = lossyOf(e, 'the result');
    return end(endLossy, `the program must return lossless JSON: ${reason}`);
  }
  return end(endJSON, text);
}

const fail = (reason) => end(endThrown, report(reason));

// start gets the program as an async function and what to tell it.
function start(program, setup) {
  const { namespaces, origin, seed } = parseJSON(setup);
  restart(origin, seed);
  const declared = setPrototypeOf(namespaces, null);
  for (let i = 0; i < declared.length; i++) makeNamespace(declared[i], i);
  programText = functionToString(program);
  then(apply(program, undefined, []), complete, fail);
}

// settle gives a call its outcome: which and how are one number.
function settle(what, text) {
  const how = what & settleMask;
  const id = what >> settleBits;
  const call = pending[id];
  if (typeof call !== 'object') return;
  pending[id] = freeId;
  freeId = id;
  if (!call[callAwaited]) noteDropped(call[callTarget]);
  if (how === settleReject) rejectCall(call, text);
  else if (how === settleString) resolveCall(call, text);
  else resolveCall(call, how === settleDeep ? decodeDeep(text) : parseJSON(text));
}

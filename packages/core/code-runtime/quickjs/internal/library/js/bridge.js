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
const settleKinds = 4;
const memberFactor = 1 << 20;

const pending = list(); // by id: the promises of calls in flight
const freeIds = list(); // ids of settled calls, for use by the next ones
const dropped = new CMap(); // labels of settled calls that nobody awaited: how many

let lastResolve;
let lastReject;
const takeSettlers = (resolve, reject) => {
  lastResolve = resolve;
  lastReject = reject;
};

// CallPromise is the promise of a call. Private fields keep what belongs to it:
// no table has to be asked, and no program can reach them. The class itself is
// out of reach too: the constructor property says CPromise, and notes that
// somebody looks at the promise. Await, then and the combinators all read it,
// and nothing else does.
class CallPromise extends CPromise {
  #target;
  #resolve = lastResolve;
  #reject = lastReject;
  #awaited = false;
  constructor(target) {
    super(takeSettlers);
    this.#target = target;
  }
  static look(promise) {
    if (isObject(promise) && #awaited in promise) promise.#awaited = true;
  }
  static resolve(promise, value) {
    const resolve = promise.#resolve;
    resolve(value);
  }
  static reject(promise, message) {
    const reject = promise.#reject;
    reject(failure(promise.#target, message));
  }
  // dropped is the label of a call that nobody looked at.
  static dropped(promise) {
    return promise.#awaited ? undefined : promise.#target.label;
  }
}
const { look, resolve: resolveCall, reject: rejectCall, dropped: droppedLabel } = CallPromise;
accessor(CallPromise.prototype, 'constructor', function constructor() {
  look(this);
  return CPromise;
}, undefined);

function makeMember(space, member, index) {
  const which = space.index * memberFactor + index;
  const target = { __proto__: null, label: space.global + stepText(member), member, errorClass: space.errorClass };
  return named(member, (argument) => {
    const promise = new CallPromise(target);
    let text;
    try {
      text = encode(argument, 'the argument');
    } catch (e) {
      const { reason } = lossyOf(e, 'the argument');
      rejectCall(promise, `the arguments of ${target.label} must be lossless JSON: ${reason}`);
      return promise;
    }
    let id = pending.length;
    if (freeIds.length > 0) {
      id = freeIds[freeIds.length - 1];
      freeIds.length--;
    }
    pending[id] = promise;
    host(opCall, id, which, text);
    return promise;
  });
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
  for (let i = 0; i < pending.length; i++) if (pending[i] !== undefined) noteDropped(pending[i]);
  let text = '';
  let shown = 0;
  mapForEach(dropped, (count, label) => {
    if (++shown > 10) return;
    text += (shown > 1 ? ', ' : '') + label + (count > 1 ? ` (${count} times)` : '');
  });
  return shown > 10 ? `${text} and ${shown - 10} more` : text;
}

function noteDropped(promise) {
  const label = droppedLabel(promise);
  if (label !== undefined) mapSet(dropped, label, (mapGet(dropped, label) || 0) + 1);
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
  const how = what % settleKinds;
  const id = (what - how) / settleKinds;
  const promise = pending[id];
  if (promise === undefined) return;
  pending[id] = undefined;
  freeIds[freeIds.length] = id;
  noteDropped(promise);
  if (how === settleString) resolveCall(promise, text);
  else if (how === settleReject) rejectCall(promise, text);
  else resolveCall(promise, how === settleDeep ? decodeDeep(text) : parseJSON(text));
}

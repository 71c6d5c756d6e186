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
const memberFactor = 1 << 20;

const calls = new CMap(); // by id: the records of calls in flight
const awaited = new CWeakMap(); // promises of calls: their record
const dropped = new CMap(); // labels of settled calls that nobody awaited: how many
let lastId = 0;

// Promises of calls inherit from callPromise, whose constructor property notes
// that somebody looks at the promise: await, then and the combinators all read
// it, and nothing else does.
const callPromise = create(promiseProto);
accessor(callPromise, 'constructor', function constructor() {
  const record = weakGet(awaited, this);
  if (record !== undefined) record.awaited = true;
  return CPromise;
}, undefined);

let lastResolve;
let lastReject;
const takeSettlers = (resolve, reject) => {
  lastResolve = resolve;
  lastReject = reject;
};

function makeMember(space, member, index) {
  const which = space.index * memberFactor + index;
  const target = { __proto__: null, label: space.global + stepText(member), member, errorClass: space.errorClass };
  return named(member, (argument) => {
    const promise = setPrototypeOf(new CPromise(takeSettlers), callPromise);
    const record = { __proto__: null, target, resolve: lastResolve, reject: lastReject, awaited: false };
    let text;
    try {
      text = encode(argument, 'the argument');
    } catch (e) {
      const { reason } = lossyOf(e, 'the argument');
      record.reject(failure(target, `the arguments of ${target.label} must be lossless JSON: ${reason}`));
      return promise;
    }
    weakSet(awaited, promise, record);
    mapSet(calls, ++lastId, record);
    host(opCall, lastId, which, text);
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
  mapForEach(calls, (record) => { if (!record.awaited) noteDropped(record); });
  let text = '';
  let shown = 0;
  mapForEach(dropped, (count, label) => {
    if (++shown > 10) return;
    text += (shown > 1 ? ', ' : '') + label + (count > 1 ? ` (${count} times)` : '');
  });
  return shown > 10 ? `${text} and ${shown - 10} more` : text;
}

const noteDropped = ({ target: { label } }) => mapSet(dropped, label, (mapGet(dropped, label) || 0) + 1);

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

// settle gives a call its outcome.
function settle(id, how, text) {
  const record = mapGet(calls, id);
  if (record === undefined) return;
  mapDelete(calls, id);
  if (!record.awaited) noteDropped(record);
  if (how === settleString) record.resolve(text);
  else if (how === settleReject) record.reject(failure(record.target, text));
  else record.resolve(how === settleDeep ? decodeDeep(text) : parseJSON(text));
}

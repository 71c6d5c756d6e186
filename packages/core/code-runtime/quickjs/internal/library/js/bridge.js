// The border. Everything the program can do to the host goes through host();
// everything the host does goes through the functions that the footer returns.
const endJSON = 0;
const endString = 1;
const endUndefined = 2;
const endThrown = 3;
const endLossy = 4;
const memberBits = 20; // of the number of a member; the others are its namespace's
const memberMask = (1 << memberBits) - 1;

const spaces = list();

// The host makes the promises of calls, with this prototype. The constructor
// property says CPromise, and tells the host that somebody looks at the promise:
// await, then and the combinators all read it, and nothing else does.
const callPromiseProto = create(promiseProto);
accessor(callPromiseProto, 'constructor', function constructor() {
  host(opLook, this);
  return CPromise;
}, undefined);

// makeMember gives the function of a member. A key gives it its name, for less
// than a descriptor does.
function makeMember(space, member, which) {
  const made = { __proto__: null, [member]: (argument) => host(opCall, which, argument) ?? callText(space, member, which, argument) };
  return made[member];
}

// callText makes a call whose argument the host cannot read.
function callText(space, member, which, argument) {
  let text;
  try {
    text = encode(argument, 'the argument');
  } catch (e) {
    const { reason } = lossyOf(e, 'the argument');
    const label = space.global + stepText(member);
    const refused = rejected(failure(space, member, `the arguments of ${label} must be lossless JSON: ${reason}`));
    host(opRefused, which, refused);
    return refused;
  }
  return host(opTextCall, which, text);
}

const rejected = (error) => setPrototypeOf(new CPromise((resolve, reject) => reject(error)), callPromiseProto);

function failureOf(which, message) {
  const space = spaces[which >>> memberBits];
  const member = space.names[which & memberMask];
  return calledAt(failure(space, member, message), space.global + stepText(member));
}

// calledAt names the call in an error that is made while no code of the program
// runs: nothing else says where it comes from.
function calledAt(error, call) {
  const kept = stackSlot(error);
  if (isObject(kept)) kept.frames += `\n    at ${call} (native)`;
  return error;
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
function failure({ errorClass }, member, message) {
  if (errorClass === undefined) return new CError(message);
  const args = list();
  args[0] = message;
  return errorClass.fill(construct(CError, args, errorClass.constructor), member);
}

function makeNamespace(declared, index) {
  const members = table();
  const names = setPrototypeOf(declared.members, null);
  const errorClass = declared.errorClass ? makeClass(declared.errorClass) : undefined;
  const space = { __proto__: null, global: declared.global, names, errorClass };
  spaces[index] = space;
  const d = { __proto__: null, value: undefined, enumerable: true, writable: false, configurable: false };
  for (let i = 0; i < names.length; i++) {
    d.value = makeMember(space, names[i], index * (memberMask + 1) + i);
    defineProperty(members, names[i], d);
  }
  hide(G, declared.global, members);
  noteNamespace(declared.global, members, names);
  if (declared.errorClass) hide(G, declared.errorClass.name, space.errorClass.constructor);
}

let ended = false;
function end(how, text) {
  if (ended) return;
  ended = true;
  host(opDone, how, text);
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
  const running = apply(program, undefined, []);
  hide(running, 'constructor', undefined); // then asks it for the class of what it returns
  then(running, complete, fail);
}

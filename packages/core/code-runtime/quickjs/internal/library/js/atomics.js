// Atomics, which the engine lacks. A world has one thread, so that every step is
// atomic as it is; nobody can wake it, so that it may not wait.
const atomicKinds = ' Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array ';
const waitKinds = ' Int32Array BigInt64Array ';
const asInt64 = CBigInt.asIntN;
const Atomics = create(objectProto);
hide(Atomics, symbolToStringTag, 'Atomics');

function atomicPlace(array, index, kinds, what) {
  const kind = isObject(array) ? typedArrayName(array) : undefined;
  if (kind === undefined || !includes(kinds, ` ${kind} `)) throw new CTypeError(`the first argument must be ${what}`);
  const at = trunc(+index) || 0;
  if (!(at >= 0 && at < typedLength(array))) throw new CRangeError('Invalid atomic access index');
  return at;
}

const isBig = (array) => startsWith(typedArrayName(array), 'Big');
const atomicValue = (array, value) => (isBig(array) ? asInt64(64, value) : trunc(+value) || 0);

function atomicMethod(name, change) {
  const { length } = change;
  const method = named(name, (array, index, value, other) => {
    const at = atomicPlace(array, index, atomicKinds, 'an integer typed array');
    const given = length > 2 ? atomicValue(array, value) : undefined;
    return change(array, at, given, other);
  });
  const d = table();
  d.value = length;
  d.configurable = true;
  defineProperty(method, 'length', d);
  hide(Atomics, name, method);
}

function updating(name, next) {
  atomicMethod(name, (array, at, value) => {
    const old = array[at];
    array[at] = next(old, value);
    return old;
  });
}
updating('add', (a, b) => a + b);
updating('sub', (a, b) => a - b);
updating('and', (a, b) => a & b);
updating('or', (a, b) => a | b);
updating('xor', (a, b) => a ^ b);
updating('exchange', (a, b) => b);
atomicMethod('load', (array, at) => array[at]);
atomicMethod('store', (array, at, value) => {
  array[at] = value;
  return value;
});
// What is expected is compared as the array would hold it.
atomicMethod('compareExchange', (array, at, expected, replacement) => {
  const value = atomicValue(array, replacement);
  const held = new typedArrays[typedArrayName(array)](1);
  held[0] = expected;
  const old = array[at];
  if (old === held[0]) array[at] = value;
  return old;
});
hide(Atomics, 'isLockFree', { isLockFree: (size) => size === 1 || size === 2 || size === 4 || size === 8 }.isLockFree);
hide(Atomics, 'wait', {
  wait(array, index, value, timeout) {
    atomicPlace(array, index, waitKinds, 'an Int32Array or BigInt64Array');
    throw new CTypeError('Atomics.wait cannot be called in this context');
  },
}.wait);
hide(Atomics, 'notify', {
  notify(array, index, count) {
    atomicPlace(array, index, waitKinds, 'an Int32Array or BigInt64Array');
    return 0;
  },
}.notify);
publish('Atomics', Atomics);

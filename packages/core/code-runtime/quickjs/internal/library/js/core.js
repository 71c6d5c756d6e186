// The intrinsics that the library uses, taken before any program runs. A
// program may replace or break every global and every prototype; nothing below
// looks at them again. Method calls on values go through these, and tables
// have no prototype, so that an inherited setter is never met.
const G = globalThis;
const {
  Object: CObject, Array: CArray, Function: CFunction, Promise: CPromise, Error: CError,
  TypeError: CTypeError, RangeError: CRangeError, String: CString, Number: CNumber,
  Boolean: CBoolean, Symbol: CSymbol, BigInt: CBigInt, Map: CMap, Set: CSet, WeakMap: CWeakMap,
  WeakSet: CWeakSet, Date: CDate, RegExp: CRegExp, Proxy: CProxy, ArrayBuffer: CArrayBuffer,
  DataView: CDataView, Uint8Array: CUint8Array, JSON: CJSON, Math: CMath, Reflect: CReflect,
  DOMException: CDOMException, isNaN: cIsNaN,
} = G;
const objectProto = CObject.prototype;
const arrayProto = CArray.prototype;
const functionProto = CFunction.prototype;
const errorProto = CError.prototype;
const promiseProto = CPromise.prototype;
const uncurry = functionProto.bind.bind(functionProto.call);

const {
  apply, construct, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, has: reflectHas,
  get: reflectGet, defineProperty: reflectDefine,
} = CReflect;
const { create, defineProperty, setPrototypeOf, freeze, keys: objectKeys, is: sameValue } = CObject;
const isArray = CArray.isArray;
const hasOwn = uncurry(objectProto.hasOwnProperty);
const propertyIsEnumerable = uncurry(objectProto.propertyIsEnumerable);
const stringify = CJSON.stringify;
const parseJSON = CJSON.parse;
const { floor, ceil, min, max, abs, trunc, round, pow, sqrt, log10 } = CMath;
const fromCharCode = CString.fromCharCode;
const fromCodePoint = CString.fromCodePoint;
const isFinite = CNumber.isFinite;

const stringProto = CString.prototype;
const charCodeAt = uncurry(stringProto.charCodeAt);
const codePointAt = uncurry(stringProto.codePointAt);
const slice = uncurry(stringProto.slice);
const indexOf = uncurry(stringProto.indexOf);
const lastIndexOf = uncurry(stringProto.lastIndexOf);
const includes = uncurry(stringProto.includes);
const startsWith = uncurry(stringProto.startsWith);
const endsWith = uncurry(stringProto.endsWith);
const toLower = uncurry(stringProto.toLowerCase);
const toUpper = uncurry(stringProto.toUpperCase);
const repeat = uncurry(stringProto.repeat);
const padStart = uncurry(stringProto.padStart);
const padEnd = uncurry(stringProto.padEnd);
const normalize = uncurry(stringProto.normalize);
const toWellFormed = uncurry(stringProto.toWellFormed);
const regexpExec = uncurry(CRegExp.prototype.exec);
const numberToString = uncurry(CNumber.prototype.toString);
const toFixed = uncurry(CNumber.prototype.toFixed);
const toExponential = uncurry(CNumber.prototype.toExponential);
const bigintToString = uncurry(CBigInt.prototype.toString);
const symbolToString = uncurry(CSymbol.prototype.toString);
const symbolIterator = CSymbol.iterator;
const symbolToStringTag = CSymbol.toStringTag;

const mapGet = uncurry(CMap.prototype.get);
const mapSet = uncurry(CMap.prototype.set);
const mapDelete = uncurry(CMap.prototype.delete);
const mapForEach = uncurry(CMap.prototype.forEach);
const setAdd = uncurry(CSet.prototype.add);
const setHas = uncurry(CSet.prototype.has);
const setDelete = uncurry(CSet.prototype.delete);
const setForEach = uncurry(CSet.prototype.forEach);
const weakGet = uncurry(CWeakMap.prototype.get);
const weakSet = uncurry(CWeakMap.prototype.set);
const weakHas = uncurry(CWeakMap.prototype.has);
const getter = (proto, name) => uncurry(getOwnPropertyDescriptor(proto, name).get);
const mapSize = getter(CMap.prototype, 'size');
const setSize = getter(CSet.prototype, 'size');
const dateValue = uncurry(CDate.prototype.getTime);
const dateToISO = uncurry(CDate.prototype.toISOString);
const dateNow = CDate.now;
const then = uncurry(promiseProto.then);
const functionToString = uncurry(functionProto.toString);

const typedArrayProto = getPrototypeOf(CUint8Array.prototype);
const typedArrayName = getter(typedArrayProto, symbolToStringTag);
const typedLength = getter(typedArrayProto, 'length');
const typedBuffer = getter(typedArrayProto, 'buffer');
const typedByteOffset = getter(typedArrayProto, 'byteOffset');
const typedByteLength = getter(typedArrayProto, 'byteLength');
const typedSet = uncurry(typedArrayProto.set);
const bufferByteLength = getter(CArrayBuffer.prototype, 'byteLength');
const CUint16Array = G.Uint16Array;
const bytesToBase64 = uncurry(CUint8Array.prototype.toBase64);
const bytesFromBase64 = CUint8Array.fromBase64;
const setBase64 = uncurry(CUint8Array.prototype.setFromBase64);
const bytesToHex = uncurry(CUint8Array.prototype.toHex);
const setHex = uncurry(CUint8Array.prototype.setFromHex);
const { btoa: latinToBase64, atob: base64ToLatin, escape: escapeUnits, unescape: unescapeUnits,
  encodeURIComponent: toPercent, decodeURIComponent: fromPercent } = G;
const bufferTransfer = uncurry(CArrayBuffer.prototype.transfer);
const bufferDetached = getter(CArrayBuffer.prototype, 'detached');
const viewBuffer = getter(CDataView.prototype, 'buffer');
const viewByteOffset = getter(CDataView.prototype, 'byteOffset');
const viewByteLength = getter(CDataView.prototype, 'byteLength');

// table is an object without a prototype; list is an array without one.
const table = () => create(null);
const list = () => setPrototypeOf([], null);

// plainly makes a finished table an ordinary object of the program.
const plainly = (object) => setPrototypeOf(object, objectProto);

// hide defines an own property that enumeration does not show, as built-ins
// are. The descriptor has no prototype, so a patched Object.prototype has no say.
function property(object, name, value, enumerable, writable) {
  const d = table();
  d.value = value;
  d.enumerable = enumerable;
  d.writable = writable;
  d.configurable = writable;
  return defineProperty(object, name, d);
}
const hide = (object, name, value) => property(object, name, value, false, true);
function accessor(object, name, get, set, enumerable) {
  const d = table();
  d.get = get;
  d.set = set;
  d.enumerable = enumerable === true;
  d.configurable = true;
  return defineProperty(object, name, d);
}

// own reads an own data property without running a getter.
function own(object, name) {
  const d = getOwnPropertyDescriptor(object, name);
  return d === undefined || !hasOwn(d, 'value') ? undefined : d.value;
}

// isObject tells containers and functions from primitives.
const isObject = (v) => (typeof v === 'object' && v !== null) || typeof v === 'function';

// The operations of the host function.
const opCall = 0;
const opLog = 1;
const opDone = 2;
const opTimer = 3;
const opRandom = 4;

// What only the engine knows, asked of the host, which looks without running
// any code of the program.
const opClass = 5;
const opPromiseState = 6;
const opPromiseResult = 7;
const opProxyTarget = 8;
const opTextCall = 9;
const opLook = 10;
const opRefused = 11;
const opIterated = 12;
const opIteratedAt = 13;
const className = (v) => host(opClass, v);
const isTyped = (v) => typedArrayName(v) !== undefined;
const isProxy = (v) => className(v) === 'Proxy';

// constructorName is the name of the class a value belongs to, found without
// running getters; undefined for values without prototype or with odd ones.
function constructorName(v) {
  for (let o = v; o !== null && !isProxy(o); o = getPrototypeOf(o)) {
    const c = own(o, 'constructor');
    if (typeof c !== 'function' || isProxy(c)) continue;
    const name = own(c, 'name');
    if (typeof name === 'string' && name !== '' && inherits(v, own(c, 'prototype'))) return name;
  }
  return undefined;
}

function inherits(v, proto) {
  for (let o = v; isObject(o) && !isProxy(o);) {
    o = getPrototypeOf(o);
    if (o === proto) return o !== null;
  }
  return false;
}

// toText is String(v) for anything, with a fixed text where that fails.
function toText(v) {
  try {
    return typeof v === 'symbol' ? symbolToString(v) : `${v}`;
  } catch {
    return '[value that cannot be shown]';
  }
}

// publish puts a constructor or function among the globals.
const publish = (name, value) => hide(G, name, value);

// nameOf sets the name of a function as built-ins have it.
function named(name, f) {
  const d = table();
  d.value = name;
  d.configurable = true;
  return defineProperty(f, 'name', d);
}

// InternalError. What the engine's constructor makes cannot be caught, as its own
// signs of exhaustion must not be; a program that makes one means an ordinary
// error. The prototype stays, which the engine's errors have too.
const internalProto = G.InternalError.prototype;

function InternalError(message, options) {
  const args = list();
  args[0] = message;
  args[1] = options;
  return construct(CError, args, new.target === undefined ? InternalError : new.target);
}
setPrototypeOf(InternalError, CError);
property(InternalError, 'length', 1, false, false);
property(InternalError, 'prototype', internalProto, false, false);
hide(internalProto, 'constructor', InternalError);
publish('InternalError', InternalError);

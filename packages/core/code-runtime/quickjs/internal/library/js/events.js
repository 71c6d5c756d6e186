// Event, EventTarget, CustomEvent, AbortController and AbortSignal.
const eventState = new CWeakMap();
const targetState = new CWeakMap();
const eventOf = (e) => stateOf(eventState, e, 'Event');

function stateOf(states, object, name) {
  const state = isObject(object) ? weakGet(states, object) : undefined;
  if (state === undefined) throw new CTypeError(`the receiver is not an ${name}`);
  return state;
}

class Event {
  constructor(type, options) {
    if (arguments.length === 0) throw new CTypeError('Event needs a type');
    const state = table();
    state.type = `${type}`;
    state.bubbles = isObject(options) && !!options.bubbles;
    state.cancelable = isObject(options) && !!options.cancelable;
    state.composed = isObject(options) && !!options.composed;
    state.prevented = false;
    state.passive = false;
    state.stopped = false;
    state.stoppedNow = false;
    state.target = null;
    state.dispatching = false;
    state.time = sinceStart();
    weakSet(eventState, this, state);
  }
  get type() { return eventOf(this).type; }
  get target() { return eventOf(this).target; }
  get currentTarget() { return eventOf(this).dispatching ? eventOf(this).target : null; }
  get srcElement() { return eventOf(this).target; }
  get bubbles() { return eventOf(this).bubbles; }
  get cancelable() { return eventOf(this).cancelable; }
  get composed() { return eventOf(this).composed; }
  get defaultPrevented() { return eventOf(this).prevented; }
  get returnValue() { return !eventOf(this).prevented; }
  get eventPhase() { return eventOf(this).dispatching ? 2 : 0; }
  get timeStamp() { return eventOf(this).time; }
  get isTrusted() { return false; }
  get cancelBubble() { return eventOf(this).stopped; }
  composedPath() {
    const state = eventOf(this);
    return state.dispatching ? [state.target] : [];
  }
  preventDefault() {
    const state = eventOf(this);
    if (state.cancelable && !state.passive) state.prevented = true;
  }
  stopPropagation() { eventOf(this).stopped = true; }
  stopImmediatePropagation() {
    const state = eventOf(this);
    state.stopped = true;
    state.stoppedNow = true;
  }
}
hide(Event.prototype, symbolToStringTag, 'Event');

class CustomEvent extends Event {
  #detail;
  constructor(type, options) {
    super(type, options);
    this.#detail = isObject(options) && options.detail !== undefined ? options.detail : null;
  }
  get detail() { return this.#detail; }
}
hide(CustomEvent.prototype, symbolToStringTag, 'CustomEvent');

class EventTarget {
  constructor() {
    weakSet(targetState, this, new CMap());
  }
  addEventListener(type, listener, options) {
    const listeners = stateOf(targetState, this, 'EventTarget');
    if (listener === null || listener === undefined) return;
    if (!isObject(listener)) throw new CTypeError('the listener must be a function or an object');
    const entry = table();
    entry.listener = listener;
    entry.capture = typeof options === 'boolean' ? options : isObject(options) && !!options.capture;
    entry.once = isObject(options) && !!options.once;
    entry.passive = isObject(options) && !!options.passive;
    entry.removed = false;
    const signal = isObject(options) ? options.signal : undefined;
    if (signal !== undefined && signalOf(signal).aborted) return;
    let all = mapGet(listeners, `${type}`);
    if (all === undefined) mapSet(listeners, `${type}`, all = list());
    for (let i = 0; i < all.length; i++) {
      if (all[i].listener === listener && all[i].capture === entry.capture) return;
    }
    all[all.length] = entry;
    if (signal !== undefined) {
      onAbort(signal, () => apply(removeListener, this, [type, listener, options]));
    }
  }
  removeEventListener(type, listener, options) { apply(removeListener, this, [type, listener, options]); }
  dispatchEvent(event) {
    const listeners = stateOf(targetState, this, 'EventTarget');
    const state = eventOf(event);
    if (state.dispatching) {
      throw new CDOMException('the event is already being dispatched', 'InvalidStateError');
    }
    return deliver(this, listeners, event, state);
  }
}
hide(EventTarget.prototype, symbolToStringTag, 'EventTarget');

function removeListener(type, listener, options) {
  const listeners = stateOf(targetState, this, 'EventTarget');
  const all = mapGet(listeners, `${type}`);
  if (all === undefined) return;
  const capture = typeof options === 'boolean' ? options : isObject(options) && !!options.capture;
  const kept = list();
  for (let i = 0; i < all.length; i++) {
    if (all[i].listener === listener && all[i].capture === capture) all[i].removed = true;
    else kept[kept.length] = all[i];
  }
  mapSet(listeners, `${type}`, kept);
}

function deliver(target, listeners, event, state) {
  state.target = target;
  state.dispatching = true;
  state.stoppedNow = false;
  const all = mapGet(listeners, state.type);
  const count = all === undefined ? 0 : all.length;
  const run = list();
  for (let i = 0; i < count; i++) run[i] = all[i];
  const handler = target[`on${state.type}`];
  if (typeof handler === 'function') callListener(handler, target, event);
  for (let i = 0; i < run.length && !state.stoppedNow; i++) {
    const entry = run[i];
    if (entry.removed) continue;
    if (entry.once) apply(removeListener, target, [state.type, entry.listener, entry.capture]);
    state.passive = entry.passive;
    if (typeof entry.listener === 'function') callListener(entry.listener, target, event);
    else callListener(entry.listener.handleEvent, entry.listener, event);
    state.passive = false;
  }
  state.dispatching = false;
  return !state.prevented;
}

// callListener reports an exception of a listener as an uncaught one, which
// ends the run, after the listeners that follow have run.
function callListener(listener, receiver, event) {
  try {
    apply(listener, receiver, [event]);
  } catch (e) {
    addTimer(() => { throw e; }, 0, false, [], true);
  }
}

const signalState = new CWeakMap();
const signalOf = (s) => stateOf(signalState, s, 'AbortSignal');
let makingSignal = false;

class AbortSignal extends EventTarget {
  constructor() {
    if (!makingSignal) throw new CTypeError('Illegal constructor');
    super();
    const state = table();
    state.aborted = false;
    state.reason = undefined;
    state.steps = list();
    weakSet(signalState, this, state);
    hide(this, 'onabort', null);
  }
  get aborted() { return signalOf(this).aborted; }
  get reason() { return signalOf(this).reason; }
  throwIfAborted() {
    const state = signalOf(this);
    if (state.aborted) throw state.reason;
  }
  static abort(reason) {
    const signal = newSignal();
    const state = signalOf(signal);
    state.aborted = true;
    state.reason = reason === undefined ? abortError() : reason;
    return signal;
  }
  static timeout(ms) {
    const n = +ms;
    if (!(n >= 0)) throw new CRangeError('the delay must be a number that is not negative');
    const signal = newSignal();
    addTimer(() => {
      abortSignal(signal, new CDOMException('The operation was aborted due to timeout',
        'TimeoutError'));
    }, delayOf(n), false, []);
    return signal;
  }
  static any(signals) {
    const signal = newSignal();
    for (const source of signals) {
      const state = signalOf(source);
      if (state.aborted) return AbortSignal.abort(state.reason);
    }
    for (const source of signals) onAbort(source, () => abortSignal(signal, signalOf(source).reason));
    return signal;
  }
}
hide(AbortSignal.prototype, symbolToStringTag, 'AbortSignal');

const abortError = () => new CDOMException('This operation was aborted', 'AbortError');

function newSignal() {
  makingSignal = true;
  try {
    return new AbortSignal();
  } finally {
    makingSignal = false;
  }
}

function onAbort(signal, step) {
  const { steps } = signalOf(signal);
  steps[steps.length] = step;
}

function abortSignal(signal, reason) {
  const state = signalOf(signal);
  if (state.aborted) return;
  state.aborted = true;
  state.reason = reason === undefined ? abortError() : reason;
  const { steps } = state;
  state.steps = list();
  for (let i = 0; i < steps.length; i++) steps[i]();
  const event = new Event('abort');
  deliver(signal, weakGet(targetState, signal), event, eventOf(event));
}

const controllerState = new CWeakMap();
class AbortController {
  constructor() {
    weakSet(controllerState, this, newSignal());
  }
  get signal() { return stateOf(controllerState, this, 'AbortController'); }
  abort(reason) { abortSignal(stateOf(controllerState, this, 'AbortController'), reason); }
}
hide(AbortController.prototype, symbolToStringTag, 'AbortController');

publish('Event', Event);
publish('CustomEvent', CustomEvent);
publish('EventTarget', EventTarget);
publish('AbortSignal', AbortSignal);
publish('AbortController', AbortController);

// Timers. They wait in a heap ordered by due time and then by age; the host
// only knows when the earliest is due. Callbacks run from fire().
const timers = list(); // a binary heap
const timersById = new CMap();
const maxDelay = 2147483647;
let timerCount = 0;
let armed; // when the host will call fire; undefined for never

const steadyNow = (() => {
  const now = uncurry(G.performance.now);
  const { performance } = G;
  return () => now(performance);
})();

const before = (a, b) => a.due < b.due || (a.due === b.due && a.age < b.age);

function heapPush(timer) {
  let at = timers.length;
  while (at > 0) {
    const up = (at - 1) >> 1;
    if (!before(timer, timers[up])) break;
    timers[at] = timers[up];
    at = up;
  }
  timers[at] = timer;
}

function heapPop() {
  const top = timers[0];
  const last = timers[timers.length - 1];
  timers.length--;
  const n = timers.length;
  if (n === 0) return top;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    if (down >= n) break;
    if (down + 1 < n && before(timers[down + 1], timers[down])) down++;
    if (!before(timers[down], last)) break;
    timers[at] = timers[down];
    at = down;
  }
  timers[at] = last;
  return top;
}

// arm tells the host when to call fire: whenever the earliest timer changed.
function arm() {
  while (timers.length > 0 && timers[0].dead) heapPop();
  const due = timers.length === 0 ? undefined : timers[0].due;
  if (due === armed) return;
  armed = due;
  host(opTimer, due === undefined ? -1 : max(due - steadyNow(), 0));
}

function delayOf(ms) {
  const n = +ms;
  return n >= 1 && n <= maxDelay ? trunc(n) : 1;
}

function addTimer(callback, delay, repeats, args, immediate) {
  if (typeof callback !== 'function') {
    throw new CTypeError('the "callback" argument must be a function');
  }
  const timer = table();
  timer.callback = callback;
  timer.args = args;
  timer.delay = delay;
  timer.repeats = repeats;
  timer.immediate = immediate === true;
  timer.age = ++timerCount;
  timer.due = timer.immediate ? 0 : floor(steadyNow()) + delay;
  timer.dead = false;
  timer.handle = makeHandle(timer.age);
  mapSet(timersById, timer.age, timer);
  heapPush(timer);
  arm();
  return timer.handle;
}

// A handle is an object, as in Node, that stands for its number.
const handles = new CWeakMap();
const handleProto = table();
setPrototypeOf(handleProto, objectProto);
for (const name of ['ref', 'unref', 'refresh']) {
  hide(handleProto, name, named(name, function () {
    if (name === 'refresh') refreshTimer(this);
    return this;
  }));
}
hide(handleProto, 'hasRef', function hasRef() { return true; });
hide(handleProto, 'close', function close() { clearTimer(this); return this; });
hide(handleProto, CSymbol.toPrimitive, function () { return weakGet(handles, this); });
hide(handleProto, 'constructor', class Timeout {});

function makeHandle(id) {
  const handle = create(handleProto);
  weakSet(handles, handle, id);
  return handle;
}

function timerOf(handle) {
  let id = handle;
  if (isObject(handle)) id = weakGet(handles, handle);
  else if (typeof handle === 'string') id = +handle;
  return id === undefined ? undefined : mapGet(timersById, id);
}

function clearTimer(handle) {
  const timer = timerOf(handle);
  if (timer === undefined) return;
  timer.dead = true;
  mapDelete(timersById, timer.age);
  arm();
}

function refreshTimer(handle) {
  const timer = timerOf(handle);
  if (timer === undefined) return;
  const again = table();
  again.callback = timer.callback;
  again.args = timer.args;
  again.delay = timer.delay;
  again.repeats = timer.repeats;
  again.immediate = false;
  again.age = timer.age;
  again.due = floor(steadyNow()) + timer.delay;
  again.dead = false;
  again.handle = timer.handle;
  timer.dead = true;
  mapSet(timersById, again.age, again);
  heapPush(again);
  arm();
}

// fire runs one timer that is due and reports through arm when the next is.
// Only one at a time: microtasks run between timers.
function fire() {
  armed = undefined;
  while (timers.length > 0 && timers[0].dead) heapPop();
  if (timers.length > 0 && timers[0].due <= steadyNow()) {
    const timer = heapPop();
    if (timer.repeats) {
      timer.due = floor(steadyNow()) + timer.delay;
      heapPush(timer);
    } else {
      mapDelete(timersById, timer.age);
    }
    try {
      apply(timer.callback, timer.handle, timer.args);
    } catch (e) {
      fail(e);
    }
  }
  armed = null; // whatever it was, tell the host anew
  arm();
}

publish('setTimeout', function setTimeout(callback, delay, ...args) {
  return addTimer(callback, delayOf(delay), false, args);
});
publish('setInterval', function setInterval(callback, delay, ...args) {
  return addTimer(callback, delayOf(delay), true, args);
});
publish('setImmediate', function setImmediate(callback, ...args) {
  return addTimer(callback, 0, false, args, true);
});
publish('clearTimeout', function clearTimeout(handle) { clearTimer(handle); });
publish('clearInterval', function clearInterval(handle) { clearTimer(handle); });
publish('clearImmediate', function clearImmediate(handle) { clearTimer(handle); });

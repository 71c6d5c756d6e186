// Promise.any of the engine rejects without a message.
const CAggregateError = G.AggregateError;
const allRejected = (errors) => new CAggregateError(errors, 'All promises were rejected');

function anyOf(constructor, iterable, resolve, reject) {
  const { resolve: toPromise } = constructor;
  if (typeof toPromise !== 'function') throw new CTypeError('Promise resolve function is not callable');
  const errors = [];
  let left = 1;
  for (const value of iterable) {
    const at = errors.length;
    property(errors, at, undefined, true, true);
    left++;
    let done = false;
    apply(toPromise, constructor, [value]).then(resolve, (error) => {
      if (done) return;
      done = true;
      property(errors, at, error, true, true);
      if (--left === 0) reject(allRejected(errors));
    });
  }
  if (--left === 0) reject(allRejected(errors));
}

hide(CPromise, 'any', {
  any(iterable) {
    let resolve;
    let reject;
    const promise = construct(this, [(onValue, onError) => {
      if (resolve !== undefined || reject !== undefined) throw new CTypeError('the executor was called twice');
      resolve = onValue;
      reject = onError;
    }]);
    if (typeof resolve !== 'function' || typeof reject !== 'function') {
      throw new CTypeError('Promise resolve or reject function is not callable');
    }
    try {
      anyOf(this, iterable, resolve, reject);
    } catch (e) {
      reject(e);
    }
    return promise;
  },
}.any);

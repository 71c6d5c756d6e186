// Randomness and the steady clock. The world starts from a frozen image, so
// both are set anew at each start: Math.random from a secure seed of the host.
const seedState = list();
for (let i = 0; i < 4; i++) seedState[i] = i + 1;
let timeOrigin = 0;
let startedAt = 0;

// A small fast generator of 128 bits of state (sfc32).
function nextRandom() {
  const sum = (seedState[0] + seedState[1] + seedState[3]) | 0;
  seedState[3] = (seedState[3] + 1) | 0;
  seedState[0] = seedState[1] ^ (seedState[1] >>> 9);
  seedState[1] = (seedState[2] + (seedState[2] << 3)) | 0;
  seedState[2] = ((seedState[2] << 21) | (seedState[2] >>> 11)) + sum | 0;
  return sum >>> 0;
}

hide(CMath, 'random', function random() {
  return ((nextRandom() >>> 5) * 67108864 + (nextRandom() >>> 6)) / 9007199254740992;
});

function restart(origin, seed) {
  const parts = setPrototypeOf(seed, null);
  for (let i = 0; i < 4; i++) seedState[i] = parts[i] | 0;
  for (let i = 0; i < 12; i++) nextRandom();
  timeOrigin = origin;
  startedAt = steadyNow();
}

const sinceStart = () => steadyNow() - startedAt;

const maxRandomBytes = 65536;
function randomBytes(n) {
  return host(opRandom, n);
}

class Crypto {
  getRandomValues(array) {
    const kind = isObject(array) ? typedArrayName(array) : undefined;
    if (kind === undefined || startsWith(kind, 'Float')) {
      throw new CDOMException('The data argument must be an integer-type TypedArray',
        'TypeMismatchError');
    }
    const bytes = bytesOf(array);
    const n = typedLength(bytes);
    if (n > maxRandomBytes) {
      throw new CDOMException(`The requested length exceeds ${maxRandomBytes} bytes`,
        'QuotaExceededError');
    }
    const text = randomBytes(n);
    for (let i = 0; i < n; i++) bytes[i] = charCodeAt(text, i);
    return array;
  }
  randomUUID() {
    const text = randomBytes(16);
    let out = '';
    for (let i = 0; i < 16; i++) {
      let b = charCodeAt(text, i);
      if (i === 6) b = (b & 0x0f) | 0x40;
      if (i === 8) b = (b & 0x3f) | 0x80;
      if (i === 4 || i === 6 || i === 8 || i === 10) out += '-';
      out += padStart(numberToString(b, 16), 2, '0');
    }
    return out;
  }
}
hide(Crypto.prototype, symbolToStringTag, 'Crypto');
publish('Crypto', Crypto);
publish('crypto', new Crypto());
publish('global', G);

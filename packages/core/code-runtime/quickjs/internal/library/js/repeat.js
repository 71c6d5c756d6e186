// The engine repeats a single character one by one, at a fiftieth of the speed of
// anything longer, and pads with pieces.
const repeatPiece = 4096;
const repeatMost = 1 << 30; // what is longer fails

hide(stringProto, 'repeat', {
  repeat(count) {
    if (typeof this !== 'string' || this.length !== 1 || typeof count !== 'number' ||
      !(count > 2 * repeatPiece && count < repeatMost)) {
      return repeat(this, count);
    }
    return padEnd('', count, repeat(this, repeatPiece));
  },
}.repeat);

// The methods of Buffer that read and write numbers.
const viewGet = table();
const viewPut = table();
for (const kind of ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64',
  'BigInt64', 'BigUint64']) {
  viewGet[kind] = uncurry(CDataView.prototype[`get${kind}`]);
  viewPut[kind] = uncurry(CDataView.prototype[`set${kind}`]);
}
const viewOf = (b) => new CDataView(typedBuffer(b), typedByteOffset(b), typedLength(b));
function numberMethods(label, kind, sizes) {
  for (const order of sizes === 1 ? [''] : ['LE', 'BE']) {
    const read = function (offset) { return viewGet[kind](viewOf(this), offset || 0, order === 'LE'); };
    const write = function (value, offset) {
      viewPut[kind](viewOf(this), offset || 0, value, order === 'LE');
      return (offset || 0) + sizes;
    };
    hide(Buffer.prototype, `read${label}${order}`, named(`read${label}${order}`, read));
    hide(Buffer.prototype, `write${label}${order}`, named(`write${label}${order}`, write));
    if (startsWith(label, 'UInt')) {
      const lower = `Uint${slice(label, 4)}`;
      hide(Buffer.prototype, `read${lower}${order}`, read);
      hide(Buffer.prototype, `write${lower}${order}`, write);
    }
  }
}
numberMethods('Int8', 'Int8', 1);
numberMethods('UInt8', 'Uint8', 1);
numberMethods('Int16', 'Int16', 2);
numberMethods('UInt16', 'Uint16', 2);
numberMethods('Int32', 'Int32', 4);
numberMethods('UInt32', 'Uint32', 4);
numberMethods('Float', 'Float32', 4);
numberMethods('Double', 'Float64', 8);
numberMethods('BigInt64', 'BigInt64', 8);
numberMethods('BigUInt64', 'BigUint64', 8);

// The integers of up to six bytes.
function wholeBytes(bytes, offset, count) {
  if (typeof count !== 'number') throw new CTypeError(`The "byteLength" argument must be of type number. Received ${toText(count)}`);
  if (!(count >= 1 && count <= 6)) {
    throw new CRangeError(`The value of "byteLength" is out of range. It must be >= 1 and <= 6. Received ${count}`);
  }
  const most = typedLength(bytes) - count;
  if (!(offset >= 0 && offset <= most)) {
    throw new CRangeError(`The value of "offset" is out of range. It must be >= 0 and <= ${most}. Received ${offset}`);
  }
}
function wholeMethods(signed, order) {
  const place = (offset, count, i) => offset + (order === 'BE' ? count - 1 - i : i);
  const read = function (offset, count) {
    wholeBytes(this, offset, count);
    let value = 0;
    for (let i = 0; i < count; i++) value += this[place(offset, count, i)] * 256 ** i;
    return signed && value >= 256 ** count / 2 ? value - 256 ** count : value;
  };
  const write = function (value, offset, count) {
    wholeBytes(this, offset, count);
    const least = signed ? -(256 ** count) / 2 : 0;
    const most = least + 256 ** count - 1;
    if (!(value >= least && value <= most)) {
      throw new CRangeError(`The value of "value" is out of range. It must be >= ${least} and <= ${most}. Received ${value}`);
    }
    let rest = trunc(value) - (value < 0 ? -(256 ** count) : 0);
    for (let i = 0; i < count; i++) {
      this[place(offset, count, i)] = rest % 256;
      rest = floor(rest / 256);
    }
    return offset + count;
  };
  for (const label of signed ? ['Int'] : ['UInt', 'Uint']) {
    hide(Buffer.prototype, `read${label}${order}`, label === 'Uint' ? read : named(`read${label}${order}`, read));
    hide(Buffer.prototype, `write${label}${order}`, label === 'Uint' ? write : named(`write${label}${order}`, write));
  }
}
for (const order of ['LE', 'BE']) {
  wholeMethods(false, order);
  wholeMethods(true, order);
}

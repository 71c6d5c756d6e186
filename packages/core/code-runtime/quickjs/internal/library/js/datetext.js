// The texts of a date name the time zone, which is always the same.
const zoneSuffix = ' (Coordinated Universal Time)';
for (const name of ['toString', 'toTimeString']) {
  const plain = uncurry(CDate.prototype[name]);
  hide(CDate.prototype, name, named(name, function () {
    const text = plain(this);
    return endsWith(text, 'GMT+0000') ? text + zoneSuffix : text;
  }));
}

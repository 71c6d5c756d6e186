const inspect = (v) => toText(v);

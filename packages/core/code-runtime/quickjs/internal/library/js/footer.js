return [start, fire, report, failureOf, decodeDeep, callPromiseProto, objectProto];

// What the host gets, when it gives its function.
(function connect(theHost) {
  host = theHost;
  return [start, fire, report, failureOf, decodeDeep, callPromiseProto, objectProto];
});

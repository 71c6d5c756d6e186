return [start, settle, fire, report];

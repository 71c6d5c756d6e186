package sandbox

import "bytes"

// RoundTrip sends a job over the wire and tells whether it came back the same.
func RoundTrip(path string, args, env, write []string, extra int, flag bool) (bool, error) {
	in := job{Path: path, Args: args, Env: env, Extra: extra, Terminal: flag, Confined: !flag,
		Rules: rules{Write: write, Network: flag, Landlock: extra, Filter: flag}}
	var b bytes.Buffer
	if err := send(&b, &in); err != nil {
		return false, err
	}
	var out job
	if err := receive(&b, &out); err != nil {
		return false, err
	}
	v, u := visitor{}, visitor{}
	in.visit(&v)
	out.visit(&u)
	return bytes.Equal(v.buf, u.buf) && out.Path == path && len(out.Args) == len(args), nil
}

// Receive reads a message that may be anything.
func Receive(b []byte) error {
	var j job
	return receive(bytes.NewReader(b), &j)
}

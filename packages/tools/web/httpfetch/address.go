package httpfetch

import (
	"net/netip"
)

// special are the ranges that are not of the public internet although they look
// like ordinary addresses.
var special = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// global is what IPv6 has of public addresses; everything else is reserved, local
// or a translation of something.
var global = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		list[i] = netip.MustParsePrefix(t)
	}
	return list
}

// IsPublic reports whether an address is one of the public internet: not loopback,
// link-local, private, of a metadata service, multicast, reserved, or an IPv6 form
// of such an address.
func IsPublic(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	if a.Is6() && !global.Contains(a) {
		return false
	}
	return !inAny(special, a)
}

func inAny(list []netip.Prefix, a netip.Addr) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

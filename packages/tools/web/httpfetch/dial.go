package httpfetch

import (
	"context"
	"errors"
	"net"
	"net/netip"

	"github.com/dsh-go/dsh/packages/tools/web"
)

// Resolver finds the addresses of a host; [net.Resolver] is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// dialer connects to vetted addresses only. It vets what the name resolves to and
// connects to just that, so a name that changes its mind in between gains nothing.
type dialer struct {
	resolver Resolver
	allowed  []netip.Prefix
	dial     func(ctx context.Context, network, address string) (net.Conn, error)
}

// DialContext is what the transport calls for each connection.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	addresses, err := d.vetted(ctx, host)
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, a := range addresses {
		conn, err := d.dial(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// vetted resolves a host and refuses it if any of its addresses is not public: a
// name that mixes both is not to be trusted with either.
func (d *dialer) vetted(ctx context.Context, host string) ([]netip.Addr, error) {
	addresses, err := d.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	for i, a := range addresses {
		a = a.Unmap()
		if !IsPublic(a) && !inAny(d.allowed, a) {
			return nil, web.Fail(web.CodeBlockedAddress, "%s leads to %s, which is not a public address", host, a)
		}
		addresses[i] = a
	}
	return addresses, nil
}

func (d *dialer) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	addresses, err := d.resolver.LookupNetIP(ctx, "ip", host)
	if err == nil && len(addresses) == 0 {
		err = &net.DNSError{Err: "no addresses", Name: host, IsNotFound: true}
	}
	return addresses, err
}

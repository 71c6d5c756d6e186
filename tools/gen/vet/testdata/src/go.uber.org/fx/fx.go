package fx

type Option struct{}

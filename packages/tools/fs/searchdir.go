package fs

import (
	"context"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// SearchDir returns the working directory of a search by a call. Where reads are confined it
// refuses a path outside; links below the path are not followed by a search, so none leads out.
func (s *Service) SearchDir(
	ctx context.Context, c *tools.Call, fallback string, path *string,
) (string, error) {
	place, err := s.Place(c, fallback)
	if err != nil {
		return "", err
	}
	root := "."
	if path != nil && strings.TrimSpace(*path) != "" {
		root = *path
	}
	target, err := place.Resolve(ctx, root, place.Dir)
	if err != nil {
		return place.Dir, nil // the search says what is wrong with it
	}
	_, err = place.Stat(ctx, target)
	return place.Dir, err
}

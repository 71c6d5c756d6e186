package readimage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/imagefile"
)

// Name is the tool's name.
const Name = "read_image"

const description = "Look at a picture: PNG, JPEG, WebP or GIF. A large one is scaled down; the text " +
	"beside it then says by what to multiply coordinates to get those of the file."

// extensions are those of files that the tool looks at, with what they promise.
var extensions = map[string]string{
	".png": imagefile.PNG, ".jpg": imagefile.JPEG, ".jpeg": imagefile.JPEG,
	".webp": imagefile.WebP, ".gif": imagefile.GIF,
}

// Arguments are those of the tool.
type Arguments struct {
	FilePath string `json:"file_path" description:"Picture to look at: a path relative to the workspace, or absolute."`
}

// Value is the canonical value of a call.
type Value struct {
	// Path is the absolute path, as displayed.
	Path  string `json:"path"`
	Image Image  `json:"image"`
}

// Image says what the model gets to see.
type Image struct {
	MediaType string `json:"mediaType"`
	// Bytes is the size of the encoded picture.
	Bytes  int    `json:"bytes"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Name   string `json:"name,omitzero"`
	// OriginalDimensions are those of the file when the picture was scaled down.
	OriginalDimensions *imagefile.Size `json:"originalDimensions,omitzero"`
	// FileType is the media type of the file when its name says another.
	FileType string `json:"fileType,omitzero"`
}

type tool struct {
	files  *fs.Service
	config Config
}

// New returns the definition of the tool and how it is to be registered. It fails when the
// configuration is out of range.
func New(files *fs.Service, c Config) (tools.Definition, []tools.RegisterOption, error) {
	if err := c.Validate(); err != nil {
		return tools.Definition{}, nil, err
	}
	c = c.Resolve()
	root, err := fs.DirOrCurrent(c.Root)
	if err != nil {
		return tools.Definition{}, nil, err
	}
	c.Root = root
	t := &tool{files: files, config: c}
	d, err := tools.Define(tools.Tool[Arguments, Value]{
		Name: Name, Description: description,
		Execute: t.execute, ProjectContent: project,
		Render:          func(_ Arguments, v Value) llm.Content { return llm.TextContent(v.text()) },
		ConcurrencySafe: func(Arguments) bool { return true },
		PresentCall:     presentCall,
		Traits:          tools.Traits{ReadOnly: true, Idempotent: true},
	})
	if len(c.Models) == 0 {
		return d, nil, err
	}
	return d, []tools.RegisterOption{tools.When(t.takesPart)}, err
}

func (t *tool) takesPart(_ context.Context, a tools.Activation) (bool, error) {
	return t.config.sees(a.Selection), nil
}

func (t *tool) execute(ctx context.Context, x *tools.Exec, a Arguments) (Value, error) {
	promised, err := validate(a)
	if err != nil {
		return Value{}, err
	}
	place, err := t.files.Place(x.Call, t.config.Root)
	if err != nil {
		return Value{}, err
	}
	target, err := place.Resolve(ctx, a.FilePath, place.Dir)
	if err != nil {
		return Value{}, err
	}
	data, _, err := place.ReadBytes(ctx, target, t.config.MaxBytes)
	if err != nil {
		if filesys.CodeOf(err) == filesys.CodeNotFound {
			t.files.Saw(ctx, x.Call, target, filesys.Version{})
		}
		return Value{}, err
	}
	p, err := t.load(data)
	if err != nil {
		return Value{}, fmt.Errorf("cannot read \"%s\": %w", target.Display, err)
	}
	v := valueOf(target.Display, p)
	if actual := imagefile.Sniff(data); actual != promised {
		v.Image.FileType = actual
	}
	x.Keep(llm.Image{MediaType: p.MediaType, Data: p.Data})
	return v, nil
}

// validate checks the arguments and returns what the name promises.
func validate(a Arguments) (mediaType string, err error) {
	if strings.TrimSpace(a.FilePath) == "" {
		return "", errors.New("file_path must be a non-empty string")
	}
	mediaType, ok := extensions[strings.ToLower(filepath.Ext(a.FilePath))]
	if !ok {
		return "", errors.New(
			"file_path must end in .png, .jpg, .jpeg, .webp or .gif; use read for text files")
	}
	return mediaType, nil
}

func (t *tool) load(data []byte) (imagefile.Picture, error) {
	if found := imagefile.Sniff(data); found != "" && !slices.Contains(t.config.MediaTypes, found) {
		return imagefile.Picture{}, fmt.Errorf("%s pictures are not accepted here; convert it to %s",
			found, strings.Join(t.config.MediaTypes, " or "))
	}
	return imagefile.Load(data, t.config.limits())
}

func valueOf(path string, p imagefile.Picture) Value {
	v := Value{Path: path, Image: Image{
		MediaType: p.MediaType, Bytes: len(p.Data), Width: p.Size.Width, Height: p.Size.Height,
		Name: filepath.Base(path),
	}}
	if p.Original != p.Size {
		v.Image.OriginalDimensions = &p.Original
	}
	return v
}

// project puts the picture behind the text.
func project(_ context.Context, x *tools.Exec, v jsonvalue.Value) (llm.Content, error) {
	picture, ok := x.Kept().(llm.Image)
	var value Value
	if !ok || v.Decode(&value) != nil {
		return nil, nil
	}
	return llm.Content{llm.Text{Text: value.text()}, picture}, nil
}

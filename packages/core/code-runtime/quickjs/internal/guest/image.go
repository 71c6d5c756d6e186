package guest

// Image is a frozen copy of a memory, from which others start. Instances
// never see what another one wrote: where the system can, they share the
// pages until they write to them, elsewhere each gets a copy.
type Image struct {
	bytes []byte
	file  imageFile
}

// NewImage copies the bytes, a whole number of pages.
func NewImage(bytes []byte) *Image {
	i := &Image{}
	if i.file.fill(bytes) {
		i.bytes = i.file.view
	} else {
		i.bytes = append([]byte(nil), bytes...)
	}
	return i
}

// Size is the length of the image in bytes.
func (i *Image) Size() uint64 { return uint64(len(i.bytes)) }

// Bytes is the content; it must not be changed.
func (i *Image) Bytes() []byte { return i.bytes }

// Restore makes the memory, which has at least the size of the image, start
// with its content. What the memory held there is lost.
func (i *Image) Restore(m *Memory) {
	if i.file.mapOver(m.region, len(i.bytes)) {
		return
	}
	copy(m.region.bytes(), i.bytes)
}

// Close gives back what the image holds. Memories restored from it live on.
func (i *Image) Close() error { return i.file.close() }

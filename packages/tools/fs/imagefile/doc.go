// Package imagefile checks a picture and makes it fit for a model: what it is is told by its bytes,
// its size is bounded before it is decoded, it is decoded once so that a broken picture is never
// sent, and one that is larger than a model looks at is scaled down.
//
// PNG, JPEG, WebP and GIF are known. Of an animation the first frame counts where a picture has to
// be changed; one that fits is passed on as it is.
package imagefile

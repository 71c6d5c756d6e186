// Package readimage is the tool `read_image`: a picture for a model that can see (§9.4).
//
// What a file is is told by its bytes; a name that says something else is no obstacle and is
// mentioned. The picture is part of the content, not of the value. See package imagefile for the
// limits and for what is scaled down.
//
// Whether a model can see is not something the registry knows. A deployment that mounts the tool
// says so for all its models, or lists those that can, and then the tool takes part only in steps
// with one of these.
package readimage

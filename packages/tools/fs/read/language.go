package read

import (
	"path/filepath"
	"strings"
)

// languages maps extensions to the names that highlighters have.
var languages = map[string]string{
	"ts": "ts", "mts": "ts", "cts": "ts", "tsx": "tsx", "js": "js", "mjs": "js", "cjs": "js",
	"jsx": "jsx", "json": "json", "jsonc": "json", "py": "py", "pyi": "py", "rb": "rb", "go": "go",
	"rs": "rs", "java": "java", "c": "c", "h": "c", "cpp": "cpp", "cc": "cpp", "cxx": "cpp",
	"hpp": "cpp", "hh": "cpp", "cs": "cs", "kt": "kotlin", "kts": "kotlin", "swift": "swift",
	"php": "php", "sh": "sh", "bash": "sh", "zsh": "sh", "yaml": "yaml", "yml": "yaml",
	"toml": "toml", "ini": "ini", "cfg": "ini", "md": "md", "markdown": "md", "mdx": "mdx",
	"html": "html", "htm": "html", "css": "css", "scss": "scss", "less": "less", "sql": "sql",
	"xml": "xml", "svg": "xml", "lua": "lua",
}

// Language returns the language of the file at path by its extension, "" when it is unknown. A name
// that begins with its only dot has no extension.
func Language(path string) string {
	name := strings.TrimLeft(filepath.Base(path), ".")
	return languages[strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))]
}

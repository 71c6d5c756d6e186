package ignore

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

// loadExclude reads the exclude file of the repository whose top is at path. A .git file, as work
// trees have it, is followed.
func loadExclude(path string) *Rules {
	dir := filepath.Join(path, ".git")
	if info, err := os.Stat(dir); err == nil && info.Mode().IsRegular() {
		dir = commonDir(path, dir)
	}
	return load(path, filepath.Join(dir, "info", "exclude"))
}

// commonDir is where the work tree at path, whose .git is a file, has its repository.
func commonDir(path, file string) string {
	text, ok := strings.CutPrefix(firstLine(file), "gitdir:")
	if !ok {
		return ""
	}
	dir := absolute(path, strings.TrimSpace(text))
	if common := firstLine(filepath.Join(dir, "commondir")); common != "" {
		return absolute(dir, common)
	}
	return dir
}

func firstLine(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxLine {
		return ""
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return strings.TrimSpace(string(line))
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// globalRules reads the user's own ignore file: the one that git's configuration names, or the
// usual one.
func globalRules(cwd string) *Rules {
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	config := os.Getenv("XDG_CONFIG_HOME")
	if config == "" && home != "" {
		config = filepath.Join(home, ".config")
	}
	for _, file := range []string{filepath.Join(home, ".gitconfig"), filepath.Join(config, "git", "config")} {
		if path := excludesFile(file, home); path != "" {
			return load(cwd, path)
		}
	}
	if config == "" {
		return nil
	}
	return load(cwd, filepath.Join(config, "git", "ignore"))
}

// excludesFile finds the value of core.excludesfile in a configuration file of git.
func excludesFile(config, home string) string {
	if info, err := os.Stat(config); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := os.ReadFile(config)
	if err != nil {
		return ""
	}
	section := ""
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			section = strings.ToLower(line)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if ok && section == "[core]" && strings.EqualFold(strings.TrimSpace(key), "excludesfile") {
			value = strings.Trim(strings.TrimSpace(value), `"`)
			if rest, ok := strings.CutPrefix(value, "~/"); ok {
				value = filepath.Join(home, rest)
			}
			return value
		}
	}
	return ""
}

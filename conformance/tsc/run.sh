#!/usr/bin/env bash
# Compiles what programs are told about tools with TypeScript, from npm, under
# strict checks: the text of every case of sdk-render with the snippets that must
# and must not compile after it (P120e), the SDK text of every preset, and the
# example programs after the text of a preset.
#
# DSH_TSC_DIR keeps the installation for the next run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

for need in npm node; do
  command -v "$need" >/dev/null || { echo "conformance/tsc: $need is needed to run the compiler: install Node.js" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dir=${DSH_TSC_DIR:-$work/npm}
mkdir -p "$dir"
if ! cmp -s "$here/package.json" "$dir/package.json"; then
  cp "$here/package.json" "$dir/new.json"
  (cd "$dir" && mv new.json package.json &&
    npm install --no-audit --no-fund --no-package-lock --loglevel=error) || { rm -f "$dir/package.json"; exit 1; }
fi
tsc="node $dir/node_modules/typescript/bin/tsc"
echo "TypeScript $($tsc --version)"

(cd "$root/conformance" && go test . -count 1 -run '^TestTypes$' -tsc "$tsc")

(cd "$root/cmd/dsh" && go build -o "$work/dsh" .)
export HOME=$work
presets=$("$work/dsh" sdk --preset '?' 2>&1 | sed -n 's/.*there are: //p' | tr -d ,) || true
[ -n "$presets" ] || { echo "conformance/tsc: dsh names no presets" >&2; exit 1; }
mkdir "$work/types"
cp "$root/packages/core/code-runtime/quickjs/internal/typecheck/library.d.ts" "$work/types/"

# block prints the declarations of a preset's text: its last fenced block.
block() { "$work/dsh" sdk --preset "$1" | awk '/^```$/ { inside = 0 } inside { print } /^```ts$/ { inside = 1 }'; }
count=0
for preset in $presets; do
  declarations=$(block "$preset")
  [[ $declarations == *"interface ToolArgsMap"* ]] || { echo "conformance/tsc: preset $preset has no declarations" >&2; exit 1; }
  printf 'export {};\n%s\n' "$declarations" >"$work/types/preset-$preset.ts"
  count=$((count + 1))
done
for program in "$root"/examples/programs/*.ts; do
  { printf 'export {};\n%s\nexport async function program() {\n' "$(block coding)"; cat "$program"; printf '\n}\n'; } \
    >"$work/types/program-$(basename "$program")"
  count=$((count + 1))
done
cat >"$work/types/tsconfig.json" <<'JSON'
{"compilerOptions": {"noEmit": true, "strict": true, "target": "esnext", "lib": ["esnext"], "types": [],
  "module": "esnext", "moduleDetection": "force", "erasableSyntaxOnly": true}, "include": ["*.ts"]}
JSON
$tsc --pretty false -p "$work/types"
echo "compiled the text of the presets $presets, and the example programs: $count files"

# The type check of the code runtime, with the same compiler: what is right passes
# and what is wrong is refused before it runs, with the place.
cat >"$work/check.yaml" <<YAML
rows: [{plugin: code-runtime-quickjs, config: {check: {command: [node, "$dir/node_modules/typescript/bin/tsc"],
  timeoutMs: 60000, refuse: true}}}]
YAML
checked() { "$work/dsh" run --config "$work/check.yaml" -C "$root" - 2>&1 || true; }
right='const t: { totalLines: number } = await tools.read({ file_path: "go.work" });
try { await tools.read({ file_path: "none" }) } catch (e) { if (e instanceof ToolCallError) return e.toolName + t.totalLines }'
got=$(checked <<<"$right")
[[ $got == read[1-9]* ]] || { echo "conformance/tsc: a right program is refused: $got" >&2; exit 1; }
wrong='const t = await tools.read({ file: "x" });
const u = await tools.read({ file_path: "go.work" });
const n: string = u.totalLines'
got=$(checked <<<"$wrong")
[[ $got == *"type errors"*"program.ts:1:28 TS2"*"program.ts:3:7 TS2322"* ]] ||
  { echo "conformance/tsc: a wrong program is not refused: $got" >&2; exit 1; }
echo "checked programs with the compiler"

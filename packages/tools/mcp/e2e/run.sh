#!/usr/bin/env bash
# Runs the MCP client and server against other people's: the reference servers,
# the inspector, and the conformance suite, installed from npm into a temporary
# directory. Writes docs/mcp-conformance.md; with -check it only compares.
#
# MCP_E2E_DIR keeps the installation for the next run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
update=1
[ "${1:-}" = -check ] && update=0

command -v npm >/dev/null || { echo "mcp-e2e: npm is needed to install the counterparts: install Node.js" >&2; exit 1; }

if [ -n "${MCP_E2E_DIR:-}" ]; then
  dir=$MCP_E2E_DIR
  mkdir -p "$dir"
else
  dir=$(mktemp -d)
  trap 'rm -rf "$dir"' EXIT
fi

# Building needs no counterparts: it goes on while they are fetched.
mkdir -p "$dir/bin"
install() {
  cmp -s "$here/package.json" "$dir/package.json" && return
  cp "$here/package.json" "$dir/package.json"
  (cd "$dir" && npm install --no-audit --no-fund --no-package-lock --loglevel=error) && return
  rm -f "$dir/package.json"
  return 1
}
install &
installing=$!
(cd "$root/cmd/dsh" && go build -o "$dir/bin/dsh" .)
(cd "$here/.." && go build -o "$dir/bin/" ./e2e/conformserver ./e2e/conformclient &&
  go test -tags e2e -c -o "$dir/bin/e2e.test" ./e2e)
wait "$installing"

# The suite wants a newer Node.js than many systems have: it comes with the rest.
node=$dir/node_modules/node/bin/node
[ -x "$node" ] || node=$(command -v node)
echo "node $("$node" --version)"

cd "$here"
PATH=$(dirname "$node"):$PATH MCP_E2E_MODULES=$dir/node_modules MCP_E2E_BIN=$dir/bin \
  MCP_E2E_UPDATE=$update "$dir/bin/e2e.test" -test.timeout 10m -test.parallel 6 ${MCP_E2E_FLAGS:-}

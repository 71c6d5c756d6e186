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

if ! cmp -s "$here/package.json" "$dir/package.json"; then
  cp "$here/package.json" "$dir/package.json"
  if ! (cd "$dir" && npm install --no-audit --no-fund --no-package-lock --loglevel=error); then
    rm -f "$dir/package.json"
    exit 1
  fi
fi

# The suite wants a newer Node.js than many systems have: it comes with the rest.
node=$dir/node_modules/node/bin/node
[ -x "$node" ] || node=$(command -v node)
echo "node $("$node" --version)"

mkdir -p "$dir/bin"
(cd "$root/cmd/dsh" && go build -o "$dir/bin/dsh" .)
(cd "$here/.." && go build -o "$dir/bin/" ./e2e/conformserver ./e2e/conformclient)
cd "$here/.."
PATH=$(dirname "$node"):$PATH MCP_E2E_MODULES=$dir/node_modules MCP_E2E_BIN=$dir/bin \
  MCP_E2E_UPDATE=$update go test -tags e2e -count=1 -timeout 20m ${MCP_E2E_FLAGS:-} ./e2e

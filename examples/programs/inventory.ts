// Which modules does this workspace have, how long are their descriptions, and
// which are commands, without a doc.go? Reads all these files at the same time.
interface Row { module: string; lines: number; title: string }

const work = await tools.read({ file_path: "go.work" });
const modules: string[] = work.lines
  .map((line) => line.text.trim())
  .filter((text) => text.startsWith("./"))
  .map((text) => text.slice(2));

const rows: Row[] = [];
const commands: string[] = [];
await Promise.all(modules.map(async (module) => {
  const readme = await tools.read({ file_path: `${module}/README.md` });
  rows.push({ module, lines: readme.totalLines, title: readme.lines[0].text.replace(/^# /, "") });
  try {
    await tools.read({ file_path: `${module}/doc.go`, limit: 1 });
  } catch (error) {
    if (!(error instanceof ToolCallError)) throw error;
    commands.push(module);
  }
}));

rows.sort((a, b) => b.lines - a.lines || a.module.localeCompare(b.module));
const width = Math.max(...rows.map((row) => row.module.length));
for (const row of rows) console.log(`${row.module.padEnd(width)}  ${String(row.lines).padStart(4)}  ${row.title}`);
return { modules: modules.length, described: rows.length, commands: commands.sort() };

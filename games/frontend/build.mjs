// Bundles the pages' scripts and styles into games/static/games/, where collectstatic finds and hashes them.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const BUDGET_BYTES = 60 * 1024;
const outdir = "../static/games";

rmSync(outdir, { recursive: true, force: true });
const { outputFiles } = await build({
  entryPoints: ["src/table.tsx", "src/lobby.tsx", "src/site.ts", "src/service-worker.ts", "src/site.css"],
  outdir,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
  write: false,
});
mkdirSync(outdir, { recursive: true });
for (const { path, contents } of outputFiles) {
  const size = gzipSync(contents, { level: 9 }).length;
  if (path.endsWith(".js") && size > BUDGET_BYTES) {
    throw new Error(`${path}: ${size} bytes gzipped are over the budget of ${BUDGET_BYTES}`);
  }
  writeFileSync(path, contents);
}

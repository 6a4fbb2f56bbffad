// Bundles the pages' scripts and styles into games/static/games/, where collectstatic finds and hashes them.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const BUDGET_BYTES = 60 * 1024;
const PICTURES = "node_modules/@heruka_urgyen/react-playing-cards/src/images";
const outdir = "../static/games";

rmSync(outdir, { recursive: true, force: true });
const { outputFiles } = await build({
  entryPoints: [
    "src/table.tsx",
    "src/replay.tsx",
    "src/lobby.tsx",
    "src/learn.ts",
    "src/docs.ts",
    "src/watch.tsx",
    "src/problem.tsx",
    "src/profile.tsx",
    "src/tokens.tsx",
    "src/site.ts",
    "src/service-worker.ts",
    "src/site.css",
    "src/chart.css",
  ],
  outdir,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  logLevel: "warning",
  write: false,
});
mkdirSync(outdir, { recursive: true });
for (const { path, contents } of outputFiles) {
  const size = gzipSync(contents, { level: 9 }).length;
  if (path.endsWith(".js") && size > BUDGET_BYTES) {
    throw new Error(`${path}: ${size} bytes gzipped are over the budget of ${BUDGET_BYTES}`);
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
writeFileSync(`${outdir}/cards.css`, pictures());
swagger();
writeFileSync(`${outdir}/licences.json`, JSON.stringify(licences()));

/** Pictures over the faces of cards that are wide enough; narrow ones keep their large index (cards.tsx). */
function pictures() {
  const rules = [..."SHDC"].flatMap((suit) =>
    [..."23456789TJQKA"].flatMap((rank) => {
      const card = suit + rank;
      const plain = `.face.card-${card}::after{background-image:url(${picture("2color-bf", rank + suit, card)})}`;
      if ("SH".includes(suit)) return [plain]; // these have the same colour in both decks
      const four = picture("4color-bf", rank + suit, `${card}4`);
      return [plain, `.four-colours .face.card-${card}::after{background-image:url(${four})}`];
    }),
  );
  const over = ".face::after{content:\"\";position:absolute;inset:0;background:center/100% 100% no-repeat}";
  return `@container card (min-width:64px){${over}${rules.join("")}}`;
}

function picture(deck, from, to) {
  mkdirSync(`${outdir}/cards`, { recursive: true });
  copyFileSync(`${PICTURES}/${deck}/${from}.svg`, `${outdir}/cards/${to}.svg`);
  return `cards/${to}.svg`;
}

/** The page of the API, which nobody else loads, as its package has it but for the maps. */
function swagger() {
  mkdirSync(`${outdir}/swagger`);
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt"]) {
    const text = readFileSync(`node_modules/swagger-ui-dist/${name}`, "utf8");
    writeFileSync(`${outdir}/swagger/${name}`, text.replace(/^.*# sourceMappingURL=.*$/m, ""));
  }
}

/** Of what browsers are sent besides our own work; a package without its text may not be shipped. */
function licences() {
  const read = (path) => readFileSync(path, "utf8");
  return Object.keys(JSON.parse(read("package.json")).dependencies).map((name) => {
    const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`));
    return { name, version, licence: license, text: read(`node_modules/${name}/LICENSE`) };
  });
}

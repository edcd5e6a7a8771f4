// Bundles the page into dist/ and fails when what a browser has to load is over the limit.
import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 400_000; // bytes, gzipped, all files together

// urdf-loader imports a loader of Collada files. Our meshes are STL.
const withoutCollada = {
  name: "without-collada",
  setup(bundle) {
    bundle.onResolve({ filter: /ColladaLoader/ }, () => ({ path: "collada", namespace: "absent" }));
    bundle.onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "export class ColladaLoader {}" }));
  },
};

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist");
const { metafile } = await build({
  entryPoints: { app: "src/main.ts" },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: "dist",
  plugins: [withoutCollada],
  legalComments: "none",
  metafile: true,
});
cpSync("src/index.html", "dist/index.html");
cpSync("src/icon.svg", "dist/icon.svg");

// The licences of what is bundled ask to come along with it.
const bundled = Object.keys(metafile.inputs).map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]);
const licences = [...new Set(bundled.filter(Boolean))].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const { version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const holder = typeof author === "object" ? author.name : author;
  const text = file
    ? readFileSync(`${folder}/${file}`, "utf8")
    : `Copyright ${holder}. The text of the licence ${license} follows.\n\n${readFileSync(`../../../LICENSE-APACHE`, "utf8")}`;
  if (!file && license !== "Apache-2.0") throw new Error(`the package ${name} has no file with its licence ${license}`);
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
});
writeFileSync("dist/licences.txt", licences.join(`\n${"=".repeat(80)}\n\n`));

let total = 0;
for (const name of readdirSync("dist")) {
  const size = gzipSync(readFileSync(`dist/${name}`), { level: 9 }).length;
  total += size;
  console.log(`${name.padEnd(12)} ${(size / 1000).toFixed(1).padStart(7)} kB gzipped`);
}
console.log(`${"all".padEnd(12)} ${(total / 1000).toFixed(1).padStart(7)} kB gzipped, at most ${LIMIT / 1000} kB`);
if (total > LIMIT) {
  console.error("The page is too large.");
  process.exit(1);
}

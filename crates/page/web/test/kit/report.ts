// The report of the recording that is in the documents.

import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { CUBERIG_BINARIES: binaries = "../../../target/debug" } = process.env;

let address: string | undefined;

/** The address of its page, which is a file. */
export function report(): string {
  if (address === undefined) {
    const page = join(mkdtempSync(join(tmpdir(), "cuberig-report-")), "run.html");
    execFileSync(`${binaries}/cuberig`, ["report", "../../../docs/example/run.mcap", "--out", page]);
    address = pathToFileURL(page).href;
  }
  return address;
}

// Serves the bundle and the rig's files as the real server does, for tests that stand in for the rest of it.

import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".urdf": "application/xml",
  ".stl": "model/stl",
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

let server: Server | undefined;

/** The address under which the files are served. */
export async function serveFiles(): Promise<string> {
  server ??= createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://here").pathname);
    const file =
      path === "/rig.urdf" || path.startsWith("/meshes/")
        ? join("../../../urdf", path)
        : join("dist", path === "/" ? "index.html" : path);
    readFile(file).then(
      (content) =>
        response
          .writeHead(200, {
            "content-type": TYPES[extname(file)] ?? "application/octet-stream",
            "content-security-policy": POLICY,
          })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  const { listening } = server;
  if (!listening) await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Ends the server after all tests. */
export function closeFiles(): void {
  server?.closeAllConnections();
  server?.close();
}

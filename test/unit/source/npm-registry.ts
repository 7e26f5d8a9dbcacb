import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface NpmRegistry {
  readonly url: string;
  /** The one package that it has, `left` 1.0.0, which leaves `scripted` beside itself when its install script runs. */
  readonly integrity: string;
  close(): Promise<void>;
}

const SCRIPT = "require('node:fs').writeFileSync('scripted', '')";

/** Serves one package by the two requests that npm makes for it. */
export async function serveNpm(): Promise<NpmRegistry> {
  const tarball = pack();
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const server = createServer((request, response) => {
    const url = `http://${String(request.headers.host)}`;
    if (request.url === '/left') {
      const dist = { integrity, tarball: `${url}/left.tgz` };
      const version = { name: 'left', version: '1.0.0', hasInstallScript: true, dist };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: 'left', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }));
    } else if (request.url === '/left.tgz') {
      response.end(tarball);
    } else {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    integrity,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function pack(): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'stackwright-package-'));
  const folder = join(dir, 'package');
  mkdirSync(folder);
  const scripts = { install: `node -e "${SCRIPT}"` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'left', version: '1.0.0', scripts }));
  execFileSync('tar', ['-czf', join(dir, 'left.tgz'), '-C', dir, 'package']);
  const tarball = readFileSync(join(dir, 'left.tgz'));
  rmSync(dir, { recursive: true });
  return tarball;
}

import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GitServer {
  readonly url: string;
  /** Services that were asked for, `git-upload-pack` and so on. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface GitServerOptions {
  readonly user: string;
  readonly password: string;
}

/**
 * Serves repositories by git's own CGI program: under `/open/`, under `/closed/` with a password, and under `/old/`
 * as servers did that give only the tips of branches by name.
 */
export async function serveGit(root: string, { user, password }: GitServerOptions): Promise<GitServer> {
  const requests: string[] = [];
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const [, realm = '', path = '', query = ''] = /^\/(\w+)([^?]*)\??(.*)$/.exec(request.url ?? '') ?? [];
    requests.push(`${realm}${path}`);
    if (realm === 'closed' && request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    serve(request, response, {
      root,
      path,
      query,
      protocol: realm === 'old' ? '' : String(request.headers['git-protocol'] ?? ''),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Call {
  readonly root: string;
  readonly path: string;
  readonly query: string;
  readonly protocol: string;
}

function serve(request: IncomingMessage, response: ServerResponse, { root, path, query, protocol }: Call): void {
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: protocol,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.once('close', () => answer(response, Buffer.concat(chunks)));
  request.pipe(child.stdin);
}

function answer(response: ServerResponse, output: Buffer): void {
  const end = output.indexOf('\r\n\r\n');
  const headers = output
    .subarray(0, end)
    .toString('latin1')
    .split('\r\n')
    .map((line) => line.split(': '));
  const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
  for (const [name = '', value = ''] of headers) if (name !== 'Status' && name !== '') response.setHeader(name, value);
  response.writeHead(Number.parseInt(status, 10)).end(output.subarray(end + 4));
}

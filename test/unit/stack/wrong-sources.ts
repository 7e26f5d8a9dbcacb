import { git, secret, type WrongSpec } from './wrong-specs';

const repo = (projectRepo: unknown) => git({ projectRepo });
const branch = (name: string) => git({ branch: name });
const local = (dir: unknown) => ({ programRef: undefined, workspaceTemplate: { spec: { local: { dir } } } });
const SHA = '0123456789abcdef0123456789abcdef01234567';

export const wrongSources: WrongSpec[] = [
  {
    name: 'no source',
    given: { programRef: undefined },
    path: '',
    says: /projectRepo, fluxSource, programRef or workspaceTemplate\.spec\.local\.dir/,
  },
  {
    name: 'two sources',
    given: git({ programRef: { name: 'p' } }),
    path: 'programRef',
    says: '2 sources (projectRepo, programRef)',
  },
  {
    name: 'a local folder beside a program',
    given: { ...local('/srv/p'), programRef: { name: 'p' } },
    path: 'workspaceTemplate.spec.local.dir',
    says: 'keep one',
  },
  {
    name: 'a Flux source without a cluster',
    given: { programRef: undefined, fluxSource: { sourceRef: { apiVersion: 'v1', kind: 'GitRepository', name: 'a' } } },
    path: 'fluxSource',
    says: 'cluster',
  },
  {
    name: 'a Flux source without reference',
    given: { programRef: undefined, fluxSource: {} },
    path: 'fluxSource.sourceRef',
    says: 'is required',
  },
  {
    name: 'neither branch nor commit',
    given: git({ branch: undefined }),
    path: 'projectRepo',
    says: 'a branch or a commit',
  },
  { name: 'branch and commit', given: git({ commit: SHA }), path: 'commit', says: 'keep branch or commit' },
  {
    name: 'a short commit',
    given: git({ branch: undefined, commit: 'abc1234' }),
    path: 'commit',
    says: '40 hexadecimal',
  },
  {
    name: 'a commit in capitals',
    given: git({ branch: undefined, commit: SHA.toUpperCase() }),
    path: 'commit',
    says: 'lower case',
  },
  {
    name: 'a password in a URL',
    given: repo('https://user:hunter2@git.example/a.git'),
    path: 'projectRepo',
    says: /password.*L1/,
  },
  {
    name: 'a password with an @ in it',
    given: repo('https://user:hunter@2@git.example/a.git'),
    path: 'projectRepo',
    says: /password.*L1/,
  },
  { name: 'a token as user', given: repo('https://hunter2@git.example/a.git'), path: 'projectRepo', says: /token.*L1/ },
  {
    name: 'a password over ssh',
    given: repo('ssh://git:hunter2@git.example/a.git'),
    path: 'projectRepo',
    says: /password.*L1/,
  },
  {
    name: "a password in git's short form",
    given: repo('git:hunter2@git.example:a.git'),
    path: 'projectRepo',
    says: /password.*L1/,
  },
  { name: 'http without encryption', given: repo('http://git.example/a.git'), path: 'projectRepo', says: 'https://' },
  {
    name: 'a transport of git that runs commands',
    given: repo('ext::sh -c touch% /tmp/x'),
    path: 'projectRepo',
    says: 'https://',
  },
  { name: 'a file URL with a host', given: repo('file://host/a.git'), path: 'projectRepo', says: 'file:///' },
  { name: 'a bare path', given: repo('/srv/a.git'), path: 'projectRepo', says: 'file:///' },
  { name: 'a URL that is an option', given: repo('--upload-pack=touch /tmp/x'), path: 'projectRepo', says: 'option' },
  {
    name: 'a host that is an option',
    given: repo('ssh://-oProxyCommand=x/a.git'),
    path: 'projectRepo',
    says: 'https://',
  },
  { name: 'a line break in a URL', given: repo('https://git.example/a\nb'), path: 'projectRepo', says: 'https://' },
  { name: 'an empty URL', given: repo(''), path: 'projectRepo', says: 'must not be empty' },
  { name: 'a URL that is a number', given: repo(7), path: 'projectRepo', says: 'must be a text' },
  { name: 'a branch that is an option', given: branch('--upload-pack=x'), path: 'branch', says: 'option' },
  { name: 'a branch with a space', given: branch('a b'), path: 'branch', says: 'branch' },
  { name: 'a branch with ..', given: branch('a..b'), path: 'branch', says: 'branch' },
  { name: 'a refspec for a branch', given: branch('+a:b'), path: 'branch', says: 'branch' },
  { name: 'a folder that is an option', given: git({ repoDir: '-C' }), path: 'repoDir', says: 'option' },
  { name: 'an absolute folder', given: git({ repoDir: '/etc' }), path: 'repoDir', says: 'relative' },
  {
    name: 'a folder out of the source',
    given: git({ repoDir: 'a/../../b' }),
    path: 'repoDir',
    says: 'inside the source',
  },
  {
    name: 'a relative local folder',
    given: local('infra'),
    path: 'workspaceTemplate.spec.local.dir',
    says: 'absolute',
  },
  {
    name: 'a local folder with ..',
    given: local('/srv/../etc'),
    path: 'workspaceTemplate.spec.local.dir',
    says: '".."',
  },
  {
    name: 'a program of a bad name',
    given: { programRef: { name: '../x' } },
    path: 'programRef.name',
    says: 'lower-case',
  },
  { name: 'a program without name', given: { programRef: {} }, path: 'programRef.name', says: 'is required' },
  {
    name: 'two kinds of git credentials',
    given: git({ gitAuth: { accessToken: secret, basicAuth: { userName: secret, password: secret } } }),
    path: 'gitAuth',
    says: 'exactly one',
  },
];

import { git, literal, preflight, secret, type WrongSpec } from './wrong-specs';

export const wrongSecrets: WrongSpec[] = [
  { name: 'inline secrets', given: { secrets: { a: 'hunter2' } }, path: 'secrets', says: /L1.*secretsRef/ },
  { name: 'a literal secret', given: { secretsRef: { a: literal } }, path: 'secretsRef.a', says: /Literal.*L1/ },
  {
    name: 'a literal git token',
    given: git({ gitAuth: { accessToken: literal } }),
    path: 'gitAuth.accessToken',
    says: 'L1',
  },
  {
    name: 'a literal key of a GitHub App',
    given: git({ gitAuth: { githubApp: { appID: literal, installationID: literal, privateKey: literal } } }),
    path: 'gitAuth.githubApp.privateKey',
    says: 'L1',
  },
  {
    name: 'a literal header',
    given: preflight({ exec: undefined, http: { url: 'https://a.example', headersFrom: { Authorization: literal } } }),
    path: 'preflights[0].http.headersFrom.Authorization',
    says: 'L1',
  },
  {
    name: 'a Secret of another namespace',
    given: { secretsRef: { a: { type: 'Secret', secret: { namespace: 'prod', name: 'db', key: 'k' } } } },
    path: 'secretsRef.a.secret.namespace',
    says: 'L2',
  },
  {
    name: 'a Secret of another namespace in the environment',
    given: { envRefs: { A: { type: 'Secret', secret: { namespace: 'prod', name: 'db', key: 'k' } } } },
    path: 'envRefs.A.secret.namespace',
    says: 'L2',
  },
  {
    name: 'a reference without type',
    given: { secretsRef: { a: { secret: { name: 'db', key: 'k' } } } },
    path: 'secretsRef.a.type',
    says: 'Env, FS, Secret, Literal',
  },
  {
    name: 'a reference that lacks what its type names',
    given: { secretsRef: { a: { type: 'Secret' } } },
    path: 'secretsRef.a.secret',
    says: 'is required',
  },
  {
    name: 'a reference with two values',
    given: { envRefs: { A: { ...secret, literal: { value: 'x' } } } },
    path: 'envRefs.A.literal',
    says: 'is no field',
  },
  {
    name: 'a relative file',
    given: { envRefs: { A: { type: 'FS', filesystem: { path: 'token' } } } },
    path: 'envRefs.A.filesystem.path',
    says: 'absolute',
  },
  {
    name: 'a password in the backend',
    given: { backend: 'postgres://u:hunter2@db.example/state' },
    path: 'backend',
    says: /password.*L1/,
  },
  {
    name: 'a password in the URL of a check',
    given: preflight({ exec: undefined, http: { url: 'https://u:hunter2@a.example' } }),
    path: 'preflights[0].http.url',
    says: /password.*L1/,
  },
];

import type { ResourceRef } from './resource-ref';
import type { StackSpec } from './schema';
import { pathText } from './violation';

interface Reference {
  readonly path: string;
  readonly ref: ResourceRef;
  /** Whether what it gives is a secret by the field's meaning, so that a literal may not stand there (L1). */
  readonly isSecret: boolean;
}

/** Every ResourceRef of a spec, with its path. */
export function referencesOf(spec: Partial<StackSpec>): Reference[] {
  return [
    ...mapped(['secretsRef'], spec.secretsRef, true),
    ...mapped(['envRefs'], spec.envRefs, false),
    ...gitReferences(spec.gitAuth),
    ...(spec.preflights ?? []).flatMap(({ http }, index) =>
      mapped(['preflights', index, 'http', 'headersFrom'], http?.headersFrom, true),
    ),
  ];
}

function mapped(
  path: readonly PropertyKey[],
  refs: Readonly<Record<string, ResourceRef>> | undefined,
  isSecret: boolean,
): Reference[] {
  return Object.entries(refs ?? {}).map(([key, ref]) => ({ path: pathText([...path, key]), ref, isSecret }));
}

function gitReferences(auth: StackSpec['gitAuth']): Reference[] {
  if (auth === undefined) return [];
  const { accessToken, sshAuth, basicAuth, githubApp } = auth;
  const found: (Omit<Reference, 'ref'> & { readonly ref: ResourceRef | undefined })[] = [
    { path: 'gitAuth.accessToken', ref: accessToken, isSecret: true },
    { path: 'gitAuth.sshAuth.sshPrivateKey', ref: sshAuth?.sshPrivateKey, isSecret: true },
    { path: 'gitAuth.sshAuth.password', ref: sshAuth?.password, isSecret: true },
    { path: 'gitAuth.basicAuth.userName', ref: basicAuth?.userName, isSecret: false },
    { path: 'gitAuth.basicAuth.password', ref: basicAuth?.password, isSecret: true },
    { path: 'gitAuth.githubApp.appID', ref: githubApp?.appID, isSecret: false },
    { path: 'gitAuth.githubApp.installationID', ref: githubApp?.installationID, isSecret: false },
    { path: 'gitAuth.githubApp.privateKey', ref: githubApp?.privateKey, isSecret: true },
  ];
  return found.flatMap(({ path, ref, isSecret }) => (ref === undefined ? [] : [{ path, ref, isSecret }]));
}

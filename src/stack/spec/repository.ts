import { z } from 'zod';
import { hasCredentials, hasPassword, isBackendUrl, isRepositoryUrl, isWebUrl } from './url';
import { argument, objectName, relativeDir } from './text';
import { resourceRefSchema } from './resource-ref';

const exposed = (instead: string) => ({
  message: `must not contain a password or token, which would stay in history and logs (L1): ${instead}`,
  params: { exposesSecret: true },
});

/** URL of a git repository without credentials. */
export const repositoryUrl = argument
  .refine((url) => !hasCredentials(url), exposed('name a Secret in gitAuth instead'))
  .refine(
    (url) => hasCredentials(url) || isRepositoryUrl(url),
    'must be a repository URL: https://…, ssh://…, git@host:path or file:///…',
  );

/** URL of a state backend without a password. */
export const backendUrl = argument
  .refine((url) => !hasPassword(url), exposed('give it by envRefs instead'))
  .refine(
    (url) => hasPassword(url) || isBackendUrl(url),
    'must be a backend URL: file, s3, gs, azblob, postgres or https',
  );

/** What an http check asks; the worker decides which hosts it may reach (L8). */
export const checkUrl = argument
  .refine((url) => !hasCredentials(url), exposed('use headersFrom instead'))
  .refine((url) => hasCredentials(url) || isWebUrl(url), 'must be a URL that begins with https:// or http://');

/** A branch, a tag or a full ref, as `git check-ref-format` has it. */
export const gitRef = argument
  .max(255)
  .refine(
    (ref) => !/[\s~^:?*[\\\u007f]|\p{Cc}|\.\.|@\{|\/\/|^[/.]|\/\.|[/.]$|\.lock(\/|$)/u.test(ref),
    'must be a branch or a full ref of git',
  );

/** Credentials for the repository: one kind of the four. */
export const gitAuthSchema = z
  .strictObject({
    accessToken: resourceRefSchema.exactOptional(),
    sshAuth: z
      .strictObject({ sshPrivateKey: resourceRefSchema, password: resourceRefSchema.exactOptional() })
      .exactOptional(),
    basicAuth: z.strictObject({ userName: resourceRefSchema, password: resourceRefSchema }).exactOptional(),
    githubApp: z
      .strictObject({ appID: resourceRefSchema, installationID: resourceRefSchema, privateKey: resourceRefSchema })
      .exactOptional(),
  })
  .refine(
    (auth) => Object.keys(auth).length === 1,
    'must have exactly one of accessToken, sshAuth, basicAuth, githubApp',
  );

/** An object with a Flux artifact in its status. */
export const fluxSourceSchema = z.strictObject({
  sourceRef: z.strictObject({ apiVersion: argument.max(253), kind: argument.max(63), name: objectName }),
  dir: relativeDir.exactOptional(),
});

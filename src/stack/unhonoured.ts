import { stackSpecSchema, type StackSpec } from './spec';

interface Unhonoured {
  readonly path: string;
  /** What that means for whoever set it. */
  readonly message: string;
  /** Whether the spec asks for it; left out: the value differs from its default. */
  readonly isAsked?: (spec: StackSpec) => boolean;
}

/** The one list of fields that parse but are not honoured yet (contract B). Honouring one is removing its line. */
export const UNHONOURED: readonly Unhonoured[] = [
  { path: 'gitAuth', message: 'private repositories cannot be fetched' },
  { path: 'gitAuthSecret', message: 'private repositories cannot be fetched' },
  { path: 'accessTokenSecret', message: 'Pulumi Cloud is not signed in to; give PULUMI_ACCESS_TOKEN by envRefs' },
  { path: 'environment', message: 'Pulumi ESC environments are not opened' },
  { path: 'fluxSource', message: 'Flux artifacts are not fetched' },
  { path: 'secrets', message: 'inline values are not read; use secretsRef' },
  { path: 'prerequisites', message: 'updates do not wait for other Stacks' },
  { path: 'preflights', message: 'no check runs before an update' },
  { path: 'preflightDeadlineSeconds', message: 'no check runs before an update' },
  { path: 'configFrom', message: 'these config values are not set' },
  { path: 'outputsSecret', message: 'outputs are not written to a Secret' },
  { path: 'deletionPolicy', message: 'deletion does not wait for dependents' },
  { path: 'approval', message: 'updates run without being asked for' },
  { path: 'drift', message: 'drift is not looked for' },
  { path: 'pendingOperations', message: 'operations that a dead run left behind are left to Pulumi' },
  { path: 'watchReferences', message: 'a changed ConfigMap or Secret starts no run in any case' },
  { path: 'serviceAccountName', message: 'the program runs without an account of the cluster' },
  { path: 'workspaceReclaimPolicy', message: 'workspaces are kept' },
  { path: 'updateTemplate.metadata', message: 'there are no Update objects to label' },
  { path: 'updateTemplate.spec.ttlAfterCompleted', message: 'there are no Update objects to remove' },
  { path: 'updateTemplate.spec.remove', message: 'a destroyed stack stays in the backend, empty' },
  {
    path: 'workspaceTemplate',
    message: 'there is no pod per Stack: only spec.local.dir is read; use workerPool to choose where it runs',
    isAsked: (spec) => hasPodTemplate(spec.workspaceTemplate),
  },
];

/** What a spec asks for and does not get yet, each with what that means. */
export function unhonouredFields(spec: StackSpec): { path: string; message: string }[] {
  return UNHONOURED.filter((field) => (field.isAsked ?? differsFromDefault(field.path))(spec)).map(
    ({ path, message }) => ({
      path,
      message: `not honoured yet: ${message}`,
    }),
  );
}

const DEFAULTS: StackSpec = stackSpecSchema.parse({ stack: 'dev' });

function differsFromDefault(path: string): (spec: StackSpec) => boolean {
  return (spec) => JSON.stringify(valueAt(spec, path)) !== JSON.stringify(valueAt(DEFAULTS, path));
}

function valueAt(spec: StackSpec, path: string): unknown {
  let value: unknown = spec;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

/** Anything in the template but the folder of a local source. */
function hasPodTemplate(template: StackSpec['workspaceTemplate']): boolean {
  if (template === undefined) return false;
  const { spec, ...rest } = template;
  const { local, ...others } = spec ?? {};
  const localKeys = Object.keys(local ?? {}).filter((key) => key !== 'dir');
  return [...Object.keys(rest), ...Object.keys(others), ...localKeys].length > 0;
}

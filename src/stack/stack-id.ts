/** Names one Stack: its namespace and name, both DNS labels (at most 63 characters). */
export interface StackId {
  readonly namespace: string;
  readonly name: string;
}

const PREFIX = 'stack/';
const LABEL = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Whether a text may name a Stack or a namespace: lower-case letters, digits, `-` and `.`, at most 253 characters. */
export function isStackName(text: unknown): text is string {
  return typeof text === 'string' && LABEL.test(text);
}

/** The id of the workflow that keeps a Stack: `stack/<namespace>/<name>`. Made here and nowhere else. */
export function workflowIdOf(stack: StackId): string {
  return `${PREFIX}${stack.namespace}/${stack.name}`;
}

/** Reads a workflow id back; undefined when it is not one of ours. */
export function stackIdOf(workflowId: string): StackId | undefined {
  if (!workflowId.startsWith(PREFIX)) return undefined;
  const [namespace, name, ...rest] = workflowId.slice(PREFIX.length).split('/');
  if (rest.length > 0 || !isStackName(namespace) || !isStackName(name)) return undefined;
  return { namespace, name };
}

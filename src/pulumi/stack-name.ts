/** Whether the backend is Pulumi Cloud or a service that speaks its protocol; the others keep plain files. */
function isServiceBackend(backendUrl: string): boolean {
  return /^https?:\/\//.test(backendUrl);
}

/** The name by which the CLI finds a stack from any directory: `org/project/stack`, where the org is known. */
export function fullStackName(backendUrl: string, project: string, stack: string): string {
  const parts = stack.split('/');
  if (parts.length >= 3) return stack;
  const [first = '', second] = parts;
  if (second !== undefined) return `${first}/${project}/${second}`;
  return isServiceBackend(backendUrl) ? stack : `organization/${project}/${stack}`;
}

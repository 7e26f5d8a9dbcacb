import { planApply, readManifest, type ApplyPlan, type NamespaceChoice } from '../../../../src/cli/manifest';

export const STACK = `apiVersion: pulumi.com/v1
kind: Stack
metadata:
  name: network
spec:
  stack: dev
  programRef:
    name: network
`;
export const PROGRAM = `apiVersion: pulumi.com/v1
kind: Program
metadata: {name: network}
program: {resources: {}}
`;
export const SECRET = `apiVersion: v1
kind: Secret
metadata: {name: db}
stringData: {password: correct horse}
`;

/** Plans what standard input has. */
export async function plan(text: string, choice: Partial<NamespaceChoice> = {}): Promise<ApplyPlan> {
  const source = { paths: ['-'], cwd: '/', stdin: () => Promise.resolve(text) };
  return planApply(await readManifest(source), { namespace: 'default', namespaceGiven: false, ...choice });
}

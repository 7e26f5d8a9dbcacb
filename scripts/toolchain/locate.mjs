import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findOnPath, isExecutable } from './exec.mjs';
import { isAtLeast, readVersion } from './version.mjs';

/** The binary that the component's environment variable names; undefined when the variable is not set. */
export async function locateByVariable(component, environment = process.env) {
  const file = environment[component.variable];
  if (!file) return undefined;
  const fault = await findFault(component, path.resolve(file), environment);
  if (fault) throw new Error(`${component.variable}=${file} cannot be used: ${fault}. Correct it or unset it.`);
  return path.resolve(file);
}

/**
 * The binary on PATH. The rule: it answers with the component's `minimum` version or a newer one (a newer major too:
 * what is installed is the user's choice), and its companions, Pulumi's language hosts, lie beside it or on PATH.
 * One that falls short is passed over, and ours is used.
 */
export async function locateOnPath(component, environment = process.env) {
  const file = findOnPath(component.name, environment.PATH);
  if (!file || (await findFault(component, file, environment))) return undefined;
  return file;
}

/** Why a binary cannot be used, as half a sentence; undefined when it can. */
export async function findFault(component, file, environment = process.env) {
  if (!existsSync(file)) return 'there is no such file';
  if (!isExecutable(file)) return 'it is not an executable file';
  const version = await readVersion(file, component.versionArgs);
  if (!version) return `it does not answer \`${component.name} ${component.versionArgs.join(' ')}\``;
  if (!isAtLeast(version, component.minimum))
    return `it is version ${version}, ${component.minimum} or newer is needed`;
  const missing = component.companions.find((name) => !hasCompanion(file, name, environment));
  return missing ? `${missing} is neither beside it nor on PATH` : undefined;
}

/** Pulumi looks beside its own file with links resolved. */
function hasCompanion(file, name, environment) {
  const beside = path.join(path.dirname(realpathSync(file)), name);
  return isExecutable(beside) || findOnPath(name, environment.PATH) !== undefined;
}

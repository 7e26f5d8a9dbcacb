import { writeFile } from 'node:fs/promises';
import { MASKED, type Mask } from './mask';

const SIGNATURE = '4dabf18193072939515e22adb298388d';
const SECRET = '1b47061264138c4ac30d75fd1eb44270';
/** What may travel with the result; the rest is stored and referred to (E5). */
const OUTPUT_LIMIT_BYTES = 64 * 1024;

/**
 * Outputs for people to see: what Pulumi marks as a secret becomes `[secret]` at its exact place (E3), and known
 * secret values in the rest are masked too. A literal "[secret]" stays what it is.
 */
export function maskOutputs(outputs: Readonly<Record<string, unknown>>, mask: Mask): Record<string, unknown> {
  return maskValue(outputs, mask) as Record<string, unknown>;
}

function maskValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : MASKED;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  if (fields[SIGNATURE] === SECRET) return MASKED;
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [mask(name), maskValue(field, mask)]));
}

/** Outputs as they travel: inside when small, else in a file of their own that is referred to. */
export async function placeOutputs(
  outputs: Readonly<Record<string, unknown>>,
  file: string,
): Promise<{ outputs: Readonly<Record<string, unknown>> } | { outputsRef: string }> {
  const text = JSON.stringify(outputs);
  if (Buffer.byteLength(text) <= OUTPUT_LIMIT_BYTES) return { outputs };
  await writeFile(file, text, { mode: 0o600 });
  return { outputsRef: file };
}

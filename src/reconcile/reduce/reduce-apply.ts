import isEqual from 'fast-deep-equal';
import { describeViolations, parseStackSpec, type StackSpec } from '../../stack/spec';
import { unhonouredFields } from '../../stack/unhonoured';
import type { Pass } from '../pass';
import { fieldsOf, PayloadError, type Fields } from './payload';
import { reduceToken } from './reduce-reconcile';

/** `apply`: the whole desired state in one message; the same content twice does nothing (A1, A6). */
export function reduceApply(pass: Pass, payload: unknown): void {
  const message = fieldsOf(payload);
  if (pass.state.deletion !== undefined) {
    pass.change({ heir: payload });
    return;
  }
  if (!acceptsOrigin(pass, message)) return;
  reduceSpec(pass, message);
  reduceAnnotations(pass, message);
}

/** The first apply fixes the origin; another origin's is refused with a warning (A2). */
function acceptsOrigin(pass: Pass, message: Fields): boolean {
  const { origin } = message;
  if (origin !== 'direct' && origin !== 'kubernetes') {
    throw new PayloadError('field origin must be "direct" or "kubernetes"');
  }
  if (origin === 'kubernetes') {
    pass.warn('apply refused: origin "kubernetes" needs the bridge, which this release does not have; use "direct"');
    return false;
  }
  if (pass.state.origin !== undefined && pass.state.origin !== origin) {
    pass.warn(`apply refused: this Stack belongs to origin "${pass.state.origin}", not "${origin}"`);
    return false;
  }
  pass.change({ origin, ...(typeof message.uid === 'string' ? { uid: message.uid } : {}) });
  return true;
}

function reduceSpec(pass: Pass, message: Fields): void {
  const { state } = pass;
  const parsed = parseStackSpec(message.spec, {
    origin: state.origin ?? 'direct',
    namespace: state.stack.namespace,
    stackName: state.stack.name,
    minResyncSeconds: pass.settings.minResyncMs / 1_000,
  });
  if (!parsed.ok) {
    refuse(pass, message, describeViolations(parsed.violations));
    if (parsed.violations.some((v) => v.exposesSecret === true)) {
      pass.warn('the refused spec carried a secret value: the workflow history now holds it; change that secret (L1)');
    }
    return;
  }
  if (state.spec !== undefined && isEqual(state.spec.spec, parsed.spec)) {
    pass.change({ refused: undefined });
    return;
  }
  accept(pass, message, parsed.spec);
  for (const warning of parsed.warnings) pass.warn(warning);
  for (const field of unhonouredFields(parsed.spec)) pass.warn(`${field.path}: ${field.message}`);
}

function accept(pass: Pass, message: Fields, spec: StackSpec): void {
  const before = pass.state.spec?.spec;
  pass.change({
    spec: { generation: nextGeneration(pass, message), spec, acceptedAt: pass.now },
    refused: undefined,
    ...(before?.suspend === true && !spec.suspend ? { runOwed: true } : {}),
  });
}

/** Refused whole: the last good spec stays in force (A6). The same refusal twice does nothing. */
function refuse(pass: Pass, message: Fields, text: string): void {
  if (pass.state.refused?.message === text) return;
  const generation = nextGeneration(pass, message);
  pass.change({ refused: { generation, message: text } });
  pass.event('Warning', 'StackConfigInvalid', text);
}

function nextGeneration(pass: Pass, message: Fields): number {
  const given = message.generation;
  if (typeof given === 'number' && Number.isSafeInteger(given) && given > 0) return given;
  const { spec, refused } = pass.state;
  return Math.max(spec?.generation ?? 0, refused?.generation ?? 0) + 1;
}

/** Tokens that travel with the object are channels of their own (C2). */
function reduceAnnotations(pass: Pass, message: Fields): void {
  if (message.tokens === undefined) return;
  const tokens = fieldsOf(message.tokens);
  for (const channel of ['pulumi', 'flux'] as const) {
    if (tokens[channel] !== undefined) reduceToken(pass, channel, { token: tokens[channel] });
  }
}

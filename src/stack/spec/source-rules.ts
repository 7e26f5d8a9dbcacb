import type { SpecFacts } from './facts';
import { isCloudBackend } from './url';
import type { Violation } from './violation';

const LOCAL = 'workspaceTemplate.spec.local.dir';

/** Exactly one source, complete, and readable from this origin (A6). */
export function sourceViolations(facts: SpecFacts): Violation[] {
  return [...countViolations(facts), ...revisionViolations(facts), ...fluxViolations(facts), ...escViolations(facts)];
}

/** Fields of a git source that mean nothing beside another one. */
export function strayGitWarnings(facts: SpecFacts): string[] {
  if (facts.isGiven('projectRepo')) return [];
  const stray = (['branch', 'commit', 'repoDir', 'gitAuth', 'gitAuthSecret'] as const).filter((field) =>
    facts.isGiven(field),
  );
  return stray.map((field) => `${field} is ignored: it belongs to projectRepo, which is not set`);
}

function countViolations(facts: SpecFacts): Violation[] {
  const sources: string[] = (['projectRepo', 'fluxSource', 'programRef'] as const).filter((field) =>
    facts.isGiven(field),
  );
  if (hasLocalDir(facts)) sources.push(LOCAL);
  if (sources.length === 1) return [];
  if (sources.length === 0) {
    return [{ path: '', message: `must name one source: projectRepo, fluxSource, programRef or ${LOCAL}` }];
  }
  return sources.map((path) => ({
    path,
    message: `is one of ${sources.length} sources (${sources.join(', ')}): keep one`,
  }));
}

/** A template that is not sound counts: only its folder can be at fault. */
function hasLocalDir({ fields, isGiven }: SpecFacts): boolean {
  if (fields.workspaceTemplate === undefined) return isGiven('workspaceTemplate');
  return fields.workspaceTemplate.spec?.local !== undefined;
}

function revisionViolations({ isGiven }: SpecFacts): Violation[] {
  if (!isGiven('projectRepo') || isGiven('branch') !== isGiven('commit')) return [];
  if (!isGiven('branch')) return [{ path: 'projectRepo', message: 'needs a branch or a commit: set one of them' }];
  return ['branch', 'commit'].map((path) => ({
    path,
    message: 'must not stand beside the other: keep branch or commit',
  }));
}

function fluxViolations({ isGiven, options }: SpecFacts): Violation[] {
  if (options.origin === 'kubernetes' || !isGiven('fluxSource')) return [];
  return [{ path: 'fluxSource', message: 'needs a cluster to read the artifact from: use projectRepo instead' }];
}

function escViolations({ fields, isGiven }: SpecFacts): Violation[] {
  if (!isGiven('environment') || fields.backend === undefined || isCloudBackend(fields.backend)) return [];
  return [{ path: 'environment', message: "needs Pulumi Cloud: a backend of one's own has no environments" }];
}

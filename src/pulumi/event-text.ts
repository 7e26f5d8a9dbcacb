import type { EngineEvent, StepEventMetadata } from '@pulumi/pulumi/automation/events';
import { resourceName } from './engine-events';
import { plainText } from './plain-text';

const DONE: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  replace: 'replaced',
  'create-replacement': 'replacement created',
  'delete-replaced': 'replaced one deleted',
  import: 'imported',
  read: 'read',
  refresh: 'refreshed',
};

/** What an engine event says to people; undefined when it is of no interest to them. */
export function describeEvent(event: EngineEvent): string | undefined {
  if (event.diagnosticEvent) return describeDiagnostic(event.diagnosticEvent);
  if (event.stdoutEvent) return plainText(event.stdoutEvent.message);
  if (event.resourcePreEvent) return describeStart(event.resourcePreEvent);
  if (event.resOutputsEvent) return describeEnd(event.resOutputsEvent);
  if (event.resOpFailedEvent)
    return step('!', event.resOpFailedEvent.metadata, `${event.resOpFailedEvent.metadata.op} failed`);
  if (event.policyEvent) return describePolicy(event.policyEvent);
  if (event.summaryEvent) return describeSummary(event.summaryEvent);
  return undefined;
}

function describeDiagnostic(event: NonNullable<EngineEvent['diagnosticEvent']>): string | undefined {
  const severity: string = event.severity; // "debug" occurs, although the type lacks it
  if (severity === 'debug' || event.ephemeral === true) return undefined;
  const about = event.urn === undefined || event.urn === '' ? '' : `${resourceName(event.urn)}: `;
  return `${plainText(event.prefix ?? '')}${severity.startsWith('info') ? '' : about}${plainText(event.message)}`;
}

function describeStart({ metadata, planning }: NonNullable<EngineEvent['resourcePreEvent']>): string | undefined {
  if (metadata.op === 'same' || planning === true) return undefined;
  return step('…', metadata, metadata.op);
}

function describeEnd({ metadata, planning }: NonNullable<EngineEvent['resOutputsEvent']>): string | undefined {
  if (metadata.op === 'same') return undefined;
  return planning === true
    ? step('?', metadata, `would ${metadata.op}`)
    : step('+', metadata, DONE[metadata.op] ?? metadata.op);
}

function step(sign: string, { urn }: StepEventMetadata, what: string): string {
  return `${sign} ${resourceName(urn)}: ${what}\n`;
}

function describePolicy(event: NonNullable<EngineEvent['policyEvent']>): string {
  const about = event.resourceUrn === undefined ? '' : ` (${resourceName(event.resourceUrn)})`;
  return `[${event.enforcementLevel}] ${event.policyName}${about}: ${plainText(event.message).trim()}\n`;
}

function describeSummary({ resourceChanges, durationSeconds }: NonNullable<EngineEvent['summaryEvent']>): string {
  const counts = Object.entries(resourceChanges as Record<string, number>).map(([op, count]) => `${count} ${op}`);
  return `resources: ${counts.join(', ') || 'none'}; ${durationSeconds} s\n`;
}

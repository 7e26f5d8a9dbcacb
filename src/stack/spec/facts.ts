import type { StackSpec } from './schema';

export interface ParseOptions {
  /** The way the spec came: without a cluster, or from one. */
  readonly origin: 'direct' | 'kubernetes';
  readonly namespace: string;
  readonly stackName: string;
  /** Floor of `resyncFrequencySeconds`. */
  readonly minResyncSeconds: number;
}

/** What rules across fields judge: the fields that are sound by themselves, so that one fault does not hide another. */
export interface SpecFacts {
  readonly fields: Partial<StackSpec>;
  /** Whether a field was given at all, sound or not. */
  readonly isGiven: (field: keyof StackSpec) => boolean;
  readonly options: ParseOptions;
}

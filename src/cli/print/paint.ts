import picocolors from 'picocolors';
import type { Phase } from '../../stack/reasons';

/** Colours that mean something; without colours all of them return the text as it is. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  busy(text: string): string;
  faint(text: string): string;
  strong(text: string): string;
}

/** Colours for a terminal, or none. */
export function paint(enabled: boolean): Paint {
  const { green, red, yellow, dim, bold } = picocolors.createColors(enabled);
  return { good: green, bad: red, busy: yellow, faint: dim, strong: bold };
}

const TONES: Readonly<Record<Phase, keyof Paint>> = {
  Ready: 'good',
  Stalled: 'bad',
  Suspended: 'faint',
  Pending: 'busy',
  Waiting: 'busy',
  Running: 'busy',
  BackingOff: 'busy',
  Deleting: 'busy',
};

/** A phase in the colour of what it asks of a person. */
export function paintPhase(colors: Paint, phase: Phase): string {
  return colors[TONES[phase]](phase);
}

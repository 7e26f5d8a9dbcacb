import { createRequire } from 'node:module';
import type * as Client from '../client';
import type * as Pulumi from '../pulumi';
import type * as Dev from '../../worker/dev';
import type * as Worker from '../../worker/run-worker';

const load = createRequire(__filename);

/** Loaded on use: help, usage errors and most verbs must not wait for an SDK that they do not need. */
export const loadClient = (): typeof Client => load('../client') as typeof Client;
export const loadPulumi = (): typeof Pulumi => load('../pulumi') as typeof Pulumi;
export const loadDev = (): typeof Dev => load('../../worker/dev') as typeof Dev;
export const loadWorker = (): typeof Worker => load('../../worker/run-worker') as typeof Worker;

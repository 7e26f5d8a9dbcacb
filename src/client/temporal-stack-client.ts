import { WorkflowNotFoundError, type Client, type WorkflowHandle } from '@temporalio/client';
import type { StackSpec } from '../stack/spec';
import { workflowIdOf, type StackId } from '../stack/stack-id';
import type { Explanation, KubeEvent, StackStatus } from '../stack/status';
import {
  WORKFLOW_QUEUE,
  WORKFLOW_TYPE,
  type ApplyMessage,
  type QueryName,
  type SignalName,
} from '../../workflows/messages';
import type { ConnectionTarget } from './connection-target';
import { NotFoundError, NoWorkerError } from './errors';
import { inspectServer } from './inspect-server';
import { lastHostIn } from './last-host';
import { pendingOperation } from './pending-operation';
import { readPollers } from './pollers';
import type { StackClient, StackDescription, StackSummary } from './stack-client';
import { summaryOf } from './stack-summary';
import { grpcCodeOf, translateError } from './translate-error';

const CALL_MS = 10_000;
/** A worker that was killed answers nothing for some seconds: its workflows move to another one first. */
const QUERY_MS = 10_000;
const FAILED_PRECONDITION = 9;
const DEADLINE_EXCEEDED = 4;
const START_WORKER = 'start one with stackctl worker';

/** The StackClient over Temporal's own client. */
export class TemporalStackClient implements StackClient {
  constructor(
    private readonly client: Client,
    readonly target: ConnectionTarget,
  ) {}

  async apply(stack: StackId, message: ApplyMessage): Promise<void> {
    await this.call(() =>
      this.client.workflow.signalWithStart(WORKFLOW_TYPE, {
        workflowId: workflowIdOf(stack),
        taskQueue: WORKFLOW_QUEUE,
        args: [],
        signal: 'apply' satisfies SignalName,
        signalArgs: [message],
      }),
    );
  }

  readonly reconcile = this.sender('reconcile');
  readonly suspend = this.sender('suspend');
  readonly resume = this.sender('resume');
  readonly cancel = this.sender('cancel');
  readonly delete = this.sender('delete');

  status(stack: StackId): Promise<StackStatus> {
    return this.query(stack, 'status');
  }

  explain(stack: StackId): Promise<Explanation> {
    return this.query(stack, 'explain');
  }

  async spec(stack: StackId): Promise<StackSpec | undefined> {
    return (await this.query<StackSpec | null>(stack, 'spec')) ?? undefined;
  }

  events(stack: StackId): Promise<readonly KubeEvent[]> {
    return this.query(stack, 'events');
  }

  async describe(stack: StackId): Promise<StackDescription> {
    const described = await this.of(stack, (handle) => handle.describe());
    const { name } = described.status;
    if (name !== 'RUNNING') throw new NotFoundError(goneText(stack, name));
    const { raw, ...info } = described;
    const summary = summaryOf(info);
    if (summary === undefined) throw new NotFoundError(`${nameOf(stack)} is not a Stack`);
    const operation = await pendingOperation(raw.pendingActivities ?? [], this.client.options.dataConverter);
    return operation === undefined ? summary : { ...summary, operation };
  }

  /** By workflow id, not by `StackNamespace`: a Stack has no attributes before its first decision. */
  async list(namespace?: string): Promise<readonly StackSummary[]> {
    const prefix = namespace === undefined ? 'stack/' : workflowIdOf({ namespace, name: '' });
    const query = `WorkflowType = "${WORKFLOW_TYPE}" AND ExecutionStatus = "Running" AND WorkflowId STARTS_WITH "${prefix}"`;
    const found: StackSummary[] = [];
    await this.call(async () => {
      for await (const info of this.client.workflow.list({ query })) found.push(...summariesOf(info));
    });
    return found.sort((a, b) => compare(workflowIdOf(a.id), workflowIdOf(b.id)));
  }

  async lastHost(stack: StackId): Promise<string | undefined> {
    const answer = await this.call(() =>
      this.client.workflowService.getWorkflowExecutionHistoryReverse({
        namespace: this.target.namespace,
        execution: { workflowId: workflowIdOf(stack) },
      }),
    );
    return lastHostIn(answer.history?.events ?? []);
  }

  inspectServer() {
    return this.call(() => inspectServer(this.client.connection, this.target.namespace));
  }

  close(): Promise<void> {
    return this.client.connection.close();
  }

  private sender<M>(name: SignalName): (stack: StackId, message: M) => Promise<void> {
    return (stack, message) => this.of(stack, (handle) => handle.signal(name, message));
  }

  /** Decided before it is asked: a query without a worker would hang until its deadline. */
  private async query<T>(stack: StackId, name: QueryName): Promise<T> {
    const [, pollers] = await Promise.all([this.describe(stack), this.call(() => this.workflowPollers())]);
    if (pollers.length === 0) throw new NoWorkerError(`no worker polls queue ${WORKFLOW_QUEUE}: ${START_WORKER}`);
    const end = Date.now() + QUERY_MS;
    try {
      return await this.client.withDeadline(end, () => this.handle(stack).query<T>(name));
    } catch (error) {
      throw noAnswer(error, stack) ?? this.readable(error, stack);
    }
  }

  private workflowPollers(): Promise<string[]> {
    return readPollers(this.client.workflowService, this.target.namespace, { queue: WORKFLOW_QUEUE, of: 'workflow' });
  }

  private async of<T>(stack: StackId, work: (handle: WorkflowHandle) => Promise<T>): Promise<T> {
    try {
      return await this.client.withDeadline(Date.now() + CALL_MS, () => work(this.handle(stack)));
    } catch (error) {
      throw this.readable(error, stack);
    }
  }

  private async call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.client.withDeadline(Date.now() + CALL_MS, work);
    } catch (error) {
      throw translateError(error, this.target);
    }
  }

  private handle(stack: StackId): WorkflowHandle {
    return this.client.workflow.getHandle(workflowIdOf(stack));
  }

  private readable(error: unknown, stack: StackId): unknown {
    if (error instanceof WorkflowNotFoundError) return new NotFoundError(`there is no Stack ${nameOf(stack)}`);
    return translateError(error, this.target);
  }
}

/** None of a workflow that has our type and another kind of id. */
function summariesOf(info: Parameters<typeof summaryOf>[0]): StackSummary[] {
  const summary = summaryOf(info);
  return summary === undefined ? [] : [summary];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function nameOf({ namespace, name }: StackId): string {
  return `${namespace}/${name}`;
}

function goneText(stack: StackId, status: string): string {
  const name = nameOf(stack);
  if (status === 'COMPLETED') return `there is no Stack ${name} any more: it was deleted`;
  return `Stack ${name} is not managed any more (its workflow is ${status}): apply it again to go on`;
}

function noAnswer(error: unknown, stack: StackId): NoWorkerError | undefined {
  const code = grpcCodeOf(error);
  if (code === DEADLINE_EXCEEDED) {
    const text = `no worker of queue ${WORKFLOW_QUEUE} answers for ${nameOf(stack)} within ${QUERY_MS / 1_000} s: it was stopped or is busy; try again, or ${START_WORKER}`;
    return new NoWorkerError(text, { cause: error });
  }
  if (code !== FAILED_PRECONDITION) return undefined;
  return new NoWorkerError(
    `the workers of queue ${WORKFLOW_QUEUE} cannot answer for ${nameOf(stack)}: ${String(error)}`,
    {
      cause: error,
    },
  );
}

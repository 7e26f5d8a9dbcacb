import type { SearchAttributeFaults } from './search-attributes';

/** What a server and its namespace have. */
export interface ServerReport {
  readonly serverVersion: string;
  readonly searchAttributes: SearchAttributeFaults | { readonly unknown: string };
  /** Processes that poll, by queue. */
  readonly pollers: readonly { readonly queue: string; readonly identities: readonly string[] }[];
}

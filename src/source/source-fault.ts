import { StallError } from '../stack/failure';

/** The source cannot be had as the spec names it. */
export function sourceUnavailable(message: string): StallError {
  return new StallError(message, 'source', 'SourceUnavailable');
}

/** The source, or a package, wants credentials that it did not get. */
export function credentialsRefused(message: string): StallError {
  return new StallError(message, 'credentials', 'SourceUnavailable');
}

/** The source is there, and no workspace can be made of it. */
export function workspaceFailed(message: string): StallError {
  return new StallError(message, 'source', 'WorkspaceFailed');
}

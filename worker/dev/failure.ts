import { EXIT, ExitError } from '../../src/cli/exit-error';

/** The engine cannot start or go on; the message says what the user can do. */
export const failure = (message: string): ExitError => new ExitError(message, EXIT.failed);

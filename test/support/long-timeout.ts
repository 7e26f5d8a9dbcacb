/** Real servers and real CLIs on a shared machine: a test waits for conditions, and this bounds the waiting. */
jest.setTimeout(120_000);

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs Jest by `run(extraArgs)`, which resolves to its exit code, and prints `N passed, N failed` as the very last line.
 * A run without results (a crash, a signal) counts as one failure: nothing was proved.
 */
export async function reportJest(run) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stackwright-jest-'));
  try {
    const file = path.join(folder, 'results.json');
    const code = await run(['--json', '--outputFile', file]);
    const counts = countTests(readResults(file), code);
    if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
    console.log(formatCounts(counts));
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The line that scripts look for at the end of the output. */
export function formatCounts({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** A file that could not even be loaded holds no tests, so it counts as one that failed. */
function countTests(results, code) {
  if (!results) return { passed: 0, failed: 1, skipped: 0 };
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

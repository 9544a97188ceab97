import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runWatched } from '../set-up/run-watched.mjs'
import { ROOT, resultsFolder, toolEnvironment } from '../set-up.mjs'

/** Runs a lane's checks and then its tests, tells each line that they print, and gives what came of them. */
export async function runLane(lane, { wanted, say }) {
  const failedChecks = []
  for (const [command, args] of lane.checks)
    if ((await start(lane, command, args, say)) !== 0) failedChecks.push(command)
  const report = `vitest-${lane.name}.json`
  rmSync(join(resultsFolder(), report), { force: true })
  const code = await start(lane, 'vitest', toArguments(lane, report, wanted), say)
  return { ...readResults(join(resultsFolder(), report)), code, failedChecks, checks: lane.checks.length }
}

async function start({ niceness }, command, args, say) {
  const { status } = await runWatched(command, args, {
    cwd: ROOT,
    env: toolEnvironment(),
    onLine: say,
    niceness,
  })
  return status
}

function toArguments({ projects, workers }, report, wanted) {
  return [
    'run',
    ...projects.map(name => `--project=${name}`),
    ...(workers === null ? [] : [`--maxWorkers=${workers}`]),
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/second-try-reporter.mjs',
    // Relative to the root, so that no blank of its path stands in it.
    `--outputFile.json=test-results/${report}`,
    ...wanted,
  ]
}

/** What vitest wrote of its tests; without it one thing failed: the run. */
function readResults(path) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
      readFileSync(path, 'utf8'),
    )
    const tests = testResults.flatMap(file => file.assertionResults)
    const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending')
    return {
      passed: numPassedTests,
      failed: numFailedTests || numFailedTestSuites,
      skipped: skipped.map(test => test.fullName),
      files: testResults,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: [], files: [] }
  }
}

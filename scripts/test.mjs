// `npm test`: sets up, checks format, lint and types, runs every test, and says what was skipped and why.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countRequirements } from './seeds/count-requirements.mjs'
import { ROOT, resultsFolder, run, setUp } from './set-up.mjs'

const args = process.argv.slice(2)
const mayInstall = process.env.CI === 'true' || args.includes('--install-programs')
await setUp({ everything: true, programs: { install: mayInstall } })

const checks = [
  ['biome', ['check', '--error-on-warnings']],
  ['tsc', ['-p', 'tsconfig.tests.json']],
]
const wanted = args.filter(arg => arg !== '--install-programs')
const failures = checks.filter(([command, args]) => run(command, args) !== 0)

const report = join(resultsFolder(), 'vitest.json')
rmSync(report, { force: true })
const tested = run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./scripts/second-try-reporter.mjs',
  // Relative to the root, so that no blank of its path stands in it.
  '--outputFile.json=test-results/vitest.json',
  ...wanted,
])
const results = readReport()

for (const name of results.skipped) console.log(`skipped: ${name}`)
for (const [command] of failures) console.log(`failed: ${command}`)
const failed = results.failed + failures.length
console.log(
  `${results.passed + checks.length - failures.length} passed, ${failed} failed, ${results.skipped.length} skipped`,
)
// Of a part of the tests nothing could be said.
if (wanted.length === 0) tellRequirements(results.files)
process.exitCode = failed === 0 && tested === 0 ? 0 : 1

function readReport() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    const skipped = testResults.flatMap(file =>
      file.assertionResults
        .filter(test => test.status === 'skipped' || test.status === 'pending')
        .map(test => test.fullName),
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests || numFailedTestSuites,
      skipped,
      files: testResults,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: [], files: [] }
  }
}

/** Counts the requirements of the seeds by what really ran. */
function tellRequirements(files) {
  const page = readFileSync(join(ROOT, 'docs', 'seeds.md'), 'utf8')
  const { total, hold, onPurpose, others } = countRequirements(page, files)
  for (const id of others) console.log(`not proved: ${id}`)
  console.log(`${total} requirements: ${hold} hold, ${onPurpose} on purpose, ${others.length} else`)
}

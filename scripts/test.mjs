// `npm test`: sets up, checks format, lint and types, runs every test, and says what was skipped and why.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countRequirements } from './seeds/count-requirements.mjs'
import { ROOT, setUp } from './set-up.mjs'
import { LANES, ONE_LANE } from './test/lanes.mjs'
import { runLane } from './test/run-lane.mjs'

const args = process.argv.slice(2)
const mayInstall = process.env.CI === 'true' || args.includes('--install-programs')
await setUp({ everything: true, programs: { install: mayInstall } })

const wanted = args.filter(arg => arg !== '--install-programs')
const lanes = wanted.length === 0 ? LANES : [ONE_LANE]
const results = await Promise.all(
  lanes.map(lane => runLane(lane, { wanted, say: line => console.log(line) })),
)

const skipped = results.flatMap(lane => lane.skipped)
const failedChecks = results.flatMap(lane => lane.failedChecks)
for (const name of skipped) console.log(`skipped: ${name}`)
for (const command of failedChecks) console.log(`failed: ${command}`)
const passed = sum(lane => lane.passed + lane.checks) - failedChecks.length
const failed = sum(lane => lane.failed) + failedChecks.length
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
// Of a part of the tests nothing could be said.
if (wanted.length === 0) tellRequirements(results.flatMap(lane => lane.files))
process.exitCode = failed === 0 && results.every(lane => lane.code === 0) ? 0 : 1

function sum(count) {
  return results.reduce((total, lane) => total + count(lane), 0)
}

/** Counts the requirements of the seeds by what really ran. */
function tellRequirements(files) {
  const page = readFileSync(join(ROOT, 'docs', 'seeds.md'), 'utf8')
  const { total, hold, onPurpose, others } = countRequirements(page, files)
  for (const id of others) console.log(`not proved: ${id}`)
  console.log(`${total} requirements: ${hold} hold, ${onPurpose} on purpose, ${others.length} else`)
}

// A writer of the fault tests: appends numbered entries to a log of its own and says each that was acknowledged.
import { openPostgresStore } from '@antiphon/store-postgres'

const [url = '', session = '', first = '0'] = process.argv.slice(2)
const store = await openPostgresStore({ url, aliveMs: 2000 })
const key = { project: '-faults', session }
for (let number = Number(first); ; number++) {
  const outcome = await store.append(key, [{ type: 'user', number }])
  if (outcome.status === 'appended') process.stdout.write(`${number}\n`)
  else {
    process.stderr.write(`${JSON.stringify(outcome)}\n`)
    process.exit(3)
  }
}

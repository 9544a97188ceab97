// Installs into the folder that its first argument names, as `npm start` does, in a process that a test can stop.
import { join } from 'node:path'
import { beforeStop } from '../before-stop.mjs'
import { install } from '../install.mjs'
import { oneAtATime } from '../one-at-a-time.mjs'

const [root, kind] = process.argv.slice(2)
const say = text => process.stderr.write(`set-up: ${text}\n`)

beforeStop(() => say('stopped'))
await oneAtATime(join(root, '.set-up'), {
  say,
  work: () => install(root, { everything: kind === 'everything', say, ...readPatience() }),
})
process.exit()

/** How often npm asks again, where a test cannot wait for the usual. */
function readPatience() {
  const { SET_UP_RETRIES } = process.env
  return SET_UP_RETRIES === undefined ? {} : { patience: { retries: SET_UP_RETRIES, pauses: [60] } }
}

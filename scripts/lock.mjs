// `npm run lock`: makes package-lock.json anew; run it whenever a dependency changes.
import { makeLock } from './set-up/make-lock.mjs'
import { createProgress } from './set-up/progress.mjs'
import { ROOT } from './set-up.mjs'

const progress = createProgress('asking npm for the lock')
try {
  const { packages, missing } = await makeLock(ROOT)
  progress.end(`package-lock.json names ${packages} packages`)
  if (missing > 0)
    console.error(
      `lock: the registry has not got ${missing} binaries of other systems; they have no integrity.`,
    )
} catch (error) {
  progress.end()
  console.error(`lock: ${error.message}\nlock: package-lock.json is as it was.`)
  process.exitCode = 1
}

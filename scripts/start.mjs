// `npm start`: sets up, then opens the window; `npm start -- show FILE` runs any command of the executable.
import { join } from 'node:path'
import { ROOT, run, setUp } from './set-up.mjs'

await setUp()
const args = process.argv.slice(2)
process.exitCode = run(process.execPath, [join(ROOT, 'packages/cli/bin/antiphon.js'), ...args])

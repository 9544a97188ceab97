// `npm run dev`: tests run again as you type, straight from the sources; nothing is built.
import { run, setUp } from './set-up.mjs'

setUp()
process.exitCode = run('vitest', process.argv.slice(2))

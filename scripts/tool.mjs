// `npm run dev`, `format` and `coverage`: runs a tool of the workspace where all is set up, with its arguments.
import { run, setUp } from './set-up.mjs'

await setUp({ everything: true })
const [tool, ...args] = process.argv.slice(2)
process.exitCode = run(tool, args)

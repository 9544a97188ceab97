// `npm run seeds`: makes docs/seeds.md from the table of requirements and from the tests, and lists what lacks a test.
import { join } from 'node:path'
import { ROOT, run, setUp } from './set-up.mjs'

await setUp({ everything: true })
process.exitCode = run(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts', 'seeds', 'write-page.ts')])

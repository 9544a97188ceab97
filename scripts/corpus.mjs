// `npm run corpus`: makes fixtures/corpus from the whole corpus beside the repository.
import { join } from 'node:path'
import { ROOT, run, setUp } from './set-up.mjs'

await setUp({ everything: true })
const args = ['--conditions=@antiphon/source', '--import', 'tsx']
process.exitCode = run(process.execPath, [...args, join(ROOT, 'scripts', 'corpus', 'write-corpus.ts')])

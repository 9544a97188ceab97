// `npm run api`: writes what every package that others import exports, for review.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReport } from './api-report/make-report.mjs'
import { hasReport, reportFile } from './api-report/report-file.mjs'
import { ROOT, run, setUp } from './set-up.mjs'

await setUp({ everything: true })
if (run('tsc', ['-b']) !== 0) process.exit(1)
for (const name of readdirSync(join(ROOT, 'packages')).filter(hasReport))
  writeFileSync(reportFile(name), makeReport(join(ROOT, 'packages', name)))

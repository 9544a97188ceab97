import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeReport } from './api-report/make-report.mjs'
import { readEntry } from './api-report/read-entry.mjs'
import { hasReport, reportFile } from './api-report/report-file.mjs'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const NAMES = readdirSync(PACKAGES).filter(hasReport)

describe('the public names', () => {
  it.each(NAMES)('of %s are those of docs/api (npm run api writes them)', name => {
    expect(readFileSync(reportFile(name), 'utf8')).toBe(makeReport(join(PACKAGES, name)))
  })

  it('of core that everybody meets first are few enough to look through', () => {
    const root = readEntry(join(PACKAGES, 'core/dist/index.d.ts'))
    expect(root.size).toBeLessThanOrEqual(250)
    expect(root.has('createApiView')).toBe(true)
  })

  it('are read through lists, stars and other names, with their overloads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'antiphon-api-'))
    try {
      writeFileSync(
        join(folder, 'a.d.ts'),
        '/** One. */\nexport declare function one(): void;\nexport declare function one(a: {\n    readonly b: 1;\n}): void;\ninterface Hidden {\n}\nexport type Two = Hidden;\n',
      )
      writeFileSync(
        join(folder, 'b.d.ts'),
        "export { one as uno, type Two } from './a.js';\nexport * from './c.js';\n",
      )
      writeFileSync(
        join(folder, 'c.d.ts'),
        "export { far } from 'elsewhere';\n//# sourceMappingURL=c.d.ts.map\n",
      )
      expect([...readEntry(join(folder, 'b.d.ts'))]).toEqual([
        [
          'uno',
          'export declare function one(): void;\nexport declare function one(a: {\n    readonly b: 1;\n}): void;',
        ],
        ['Two', 'export type Two = Hidden;'],
        ['far', 'far of elsewhere'],
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { DefectKind } from './defect.ts'
import { diagnoseExamination } from './diagnose.ts'
import { examineLog } from './examine-log.ts'
import { repairExamination } from './repair-log.ts'
import { verifyRepair } from './verify-repair.ts'

const folder = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.jsonl.gz')) : []

/** Lines that are not one JSON value, for each file, as the corpus counts them. */
const unparsable = new Map(
  (files.length === 0 ? '' : readFileSync(join(folder, 'INDEX.md'), 'utf8'))
    .split('\n')
    .map(row => row.split('|').map(cell => cell.trim()))
    .filter(([, name]) => name?.endsWith('.jsonl.gz'))
    .map(([, name = '', , , count = '']) => [name, Number(count)]),
)

const UNPARSABLE: readonly DefectKind[] = ['torn', 'nul', 'not-utf8', 'not-json', 'glued']

describe.skipIf(files.length === 0)('real sessions (skipped where ../shared/corpus is not there)', () => {
  const kinds = new Set<DefectKind>()

  it.each(files)('finds what the corpus counts in %s, and a fix keeps its promises', name => {
    const examination = examineLog(gunzipSync(readFileSync(join(folder, name))))
    const { defects } = diagnoseExamination(examination)
    const lines = new Set(defects.filter(({ kind }) => UNPARSABLE.includes(kind)).map(({ line }) => line))
    for (const { kind } of defects) kinds.add(kind)
    // What was recorded against a scripted API is not in the index, and whole.
    expect(lines.size).toBe(unparsable.get(name) ?? 0)
    expect(defects.filter(({ kind }) => kind === 'other-repair')).toEqual([])
    expect(verifyRepair(examination, repairExamination(examination))).toEqual([])
  })

  it('finds in all of them what their index says of them', () => {
    const promised: readonly DefectKind[] = [
      'glued',
      'dangling-parent',
      'open-call',
      'several-sessions',
      'stored-progress',
    ]
    expect(promised.filter(kind => !kinds.has(kind))).toEqual([])
  })
})

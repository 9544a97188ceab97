import { describe, expect, it } from 'vitest'
import { CORPUS, CORPUS_FACTS, readCorpus } from '../../../core/src/testing/corpus.ts'
import type { DefectKind } from './defect.ts'
import { diagnoseExamination } from './diagnose.ts'
import { examineLog } from './examine-log.ts'
import { repairExamination } from './repair-log.ts'
import { verifyRepair } from './verify-repair.ts'

const facts = new Map(CORPUS_FACTS.map(known => [known.name, known]))

const UNPARSABLE: readonly DefectKind[] = ['torn', 'nul', 'not-utf8', 'not-json', 'glued']

describe('real sessions', () => {
  const kinds = new Set<DefectKind>()

  it.each(CORPUS)('finds what the corpus counts in %s, and a fix keeps its promises', name => {
    const examination = examineLog(readCorpus(name))
    const { defects } = diagnoseExamination(examination)
    const lines = new Set(defects.filter(({ kind }) => UNPARSABLE.includes(kind)).map(({ line }) => line))
    for (const { kind } of defects) kinds.add(kind)
    const known = facts.get(name)
    if (known !== undefined) {
      expect(lines.size).toBe(known.unparsable)
      expect([...new Set(defects.map(({ kind }) => kind))].toSorted()).toEqual(known.defects)
    }
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

import { decodeLines, type Entry } from '@antiphon/core'
import { CORPUS, CORPUS_FACTS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { judgeDiagnosis } from './compute-doctor-report.ts'
import type { DefectKind } from './defect.ts'
import { type Diagnosis, diagnoseExamination } from './diagnose.ts'
import { examineLog } from './examine-log.ts'
import { repairExamination } from './repair-log.ts'
import { verifyRepair } from './verify-repair.ts'

const facts = new Map(CORPUS_FACTS.map(known => [known.name, known]))

function entriesOf(bytes: Uint8Array): readonly Entry[] {
  return decodeLines(bytes).flatMap(line => (line.kind === 'entry' ? [line.entry] : []))
}

const UNPARSABLE: readonly DefectKind[] = ['torn', 'nul', 'not-utf8', 'not-json', 'glued']

describe('real sessions', () => {
  const kinds = new Set<DefectKind>()
  const diagnoses = new Map<string, Diagnosis>()

  it.each(CORPUS)('finds what the corpus counts in %s, and a fix keeps its promises', name => {
    const examination = examineLog(readCorpus(name))
    const diagnosis = diagnoseExamination(examination)
    const { defects } = diagnosis
    diagnoses.set(name, diagnosis)
    const lines = new Set(defects.filter(({ kind }) => UNPARSABLE.includes(kind)).map(({ line }) => line))
    for (const { kind } of defects) kinds.add(kind)
    const known = facts.get(name)
    if (known !== undefined) {
      expect(lines.size).toBe(known.unparsable)
      expect([...new Set(defects.map(({ kind }) => kind))].toSorted()).toEqual(known.defects)
    }
    expect(defects.filter(({ kind }) => kind === 'other-repair')).toEqual([])
    const repair = repairExamination(examination)
    expect(verifyRepair(examination, repair)).toEqual([])
    expect(JSON.stringify(repair.readEntries())).toBe(JSON.stringify(entriesOf(repair.bytes)))
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

  it('calls lost what a message follows and nobody wrote: a call, the words of an answer, or the beginning', () => {
    const causes = { beginning: 0, call: 0, words: 0, between: 0 }
    for (const [name, { defects }] of diagnoses) {
      const dangling = defects.filter(({ kind }) => kind === 'dangling-parent')
      if (dangling.length === 0) continue
      // By hand, with nothing of ours.
      const lines = readCorpus(name).toString().split('\n').map(parseAny)
      for (const { line, harm } of dangling) {
        causes[findCause(lines, (line ?? 0) - 1)] += 1
        expect([name, line, harm]).toEqual([name, line, 'lost'])
      }
    }
    // A turn ends with words, and before these stop hooks there are none: the last of an answer was lost.
    expect(causes).toEqual({ beginning: 5, call: 1, words: 12, between: 1 })
  })

  it('judges them by what follows: all can be resumed, most need nothing', () => {
    const verdicts = { unresumable: 0, repairable: 0, fine: 0, 'no-session': 0 }
    for (const diagnosis of diagnoses.values()) {
      verdicts[judgeDiagnosis(diagnosis)] += 1
      // What is judged and what is told of it are one thing.
      for (const { severity, harm } of diagnosis.defects) expect(harm === null).toBe(severity === 'note')
    }
    // Each of the repairable was looked at: messages lost, lines cut or glued, a call open at the end.
    expect(verdicts).toEqual({ unresumable: 0, repairable: 20, fine: 87, 'no-session': 3 })
  })
})

/** What must have stood where a message points to nothing. */
// biome-ignore lint/suspicious/noExplicitAny: lines of any shape
function findCause(lines: readonly any[], place: number): 'beginning' | 'call' | 'words' | 'between' {
  if (place === 0) return 'beginning'
  const { data, toolUseID, message } = lines[place]
  if (data?.hookEvent === 'Stop') {
    const answer = lines.slice(0, place).findLast(line => line?.type === 'assistant')
    const said = lines.filter(line => line?.message?.id === answer.message.id)
    const blocks = said.flatMap(line => line.message.content)
    return blocks.some(({ type }) => type === 'text') ? 'between' : 'words'
  }
  const isCalled = lines.some(line =>
    JSON.stringify(line?.message?.content ?? '').includes(toolUseID ?? message?.id),
  )
  return toolUseID !== undefined && !isCalled ? 'call' : 'between'
}

// biome-ignore lint/suspicious/noExplicitAny: lines of any shape
function parseAny(line: string): any {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

import { decodeLines, type Entry, encodeEntry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { arbitraryLog } from '@antiphon/core/testing/arbitrary-log'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedFile } from '../../test/arbitrary-damaged-file.ts'
import { NODE_BYTE_TEXT } from '../node-byte-text.ts'
import { checkUp, diagnose } from './diagnose.ts'
import { examineLog } from './examine-log.ts'
import { repairLog } from './repair-log.ts'
import { verifyRepair } from './verify-repair.ts'

const RUNS = { numRuns: 200 }

type Fields = Readonly<Record<string, unknown>>

function entriesOf(bytes: Uint8Array): readonly Fields[] {
  return decodeLines(bytes).flatMap(line => (line.kind === 'entry' ? [line.entry as Fields] : []))
}

function said(entry: Fields): string {
  const { uuid: _uuid, parentUuid: _parent, logicalParentUuid: _logical, ...rest } = entry
  return JSON.stringify(rest)
}

/** True where another version of the entry, no shorter, is there in its place. */
function isReplaced(entry: Fields, others: readonly Fields[]): boolean {
  return (
    isTranscriptEntry(entry) &&
    others.some(
      other =>
        other.uuid === entry.uuid &&
        other.type === entry.type &&
        said(other).length + 40 >= said(entry).length,
    )
  )
}

describe('an examination', () => {
  it('reads the lines that every runtime reads', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        expect(decodeLines(bytes, { text: NODE_BYTE_TEXT })).toEqual(decodeLines(bytes))
      }),
      RUNS,
    )
  })
})

describe('a fix', () => {
  it('takes entries that are nested deeper than the stack reaches', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const entry = `{"type":"user","parentUuid":"nowhere","message":{"role":"user","content":${deep}}}\n`
    const bytes = Buffer.from(`${entry}{"type":"of tomorrow","value":${deep}}\n${entry}torn`)
    const repair = repairLog(bytes)
    expect(verifyRepair(examineLog(bytes), repair)).toEqual([])
    expect(Buffer.from(repair.bytes).toString().split(deep)).toHaveLength(4)
  })

  it('keeps every entry that can be read', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        const after = entriesOf(repairLog(bytes).bytes)
        const kept = new Set(after.map(said))
        const lost = entriesOf(bytes).filter(entry => !kept.has(said(entry)) && !isReplaced(entry, after))
        expect(lost).toEqual([])
      }),
      RUNS,
    )
  })

  it('leaves nothing to fix', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        const after = diagnose(repairLog(bytes).bytes)
        expect(after.defects.filter(({ isFixable }) => isFixable)).toEqual([])
      }),
      RUNS,
    )
  })

  it('is told with what a resume of it sends, as its bytes say', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        const { repair, resumeAfter } = checkUp(bytes)
        expect(resumeAfter).toEqual(diagnose(repair.bytes).resume)
      }),
      RUNS,
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        const once = repairLog(bytes).bytes
        const twice = repairLog(once)
        expect(twice.changes).toEqual([])
        expect(Buffer.compare(twice.bytes, once)).toBe(0)
      }),
      RUNS,
    )
  })

  it('changes nothing of what a resume sends, and the API accepts that', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        const before = examineLog(bytes)
        const after = examineLog(repairLog(bytes).bytes)
        expect(after.resume.violations).toEqual([])
        // Where a circle was cut, a better reading may be found once the cut is written down.
        const hasCircle = before.conversation.report.some(({ rule }) => rule === 'parent-cycle')
        if (!hasCircle) expect(after.resume.request).toEqual(before.resume.request)
      }),
      RUNS,
    )
  })

  it('changes the file if and only if a defect can be fixed', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        const canFix = diagnose(bytes).defects.some(({ isFixable }) => isFixable)
        expect(repairLog(bytes).changes.length > 0).toBe(canFix)
      }),
      RUNS,
    )
  })

  it('leaves each line that it does not list as it was, to the byte', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        const { bytes: after, changes } = repairLog(bytes)
        const changed = new Map(changes.map(change => [change.offset, change]))
        const expected = decodeLines(bytes).flatMap(({ offset, raw }) => {
          const change = changed.get(offset)
          return change ? (change.after ?? []) : raw
        })
        const added = changes.flatMap(change => (change.action === 'added' ? (change.after ?? []) : []))
        expect(Buffer.compare(Buffer.concat([...expected, ...added]), after)).toBe(0)
      }),
      RUNS,
    )
  })

  it('keeps the promises that are verified before a file is replaced', () => {
    fc.assert(
      fc.property(arbitraryDamagedFile, bytes => {
        expect(verifyRepair(examineLog(bytes), repairLog(bytes))).toEqual([])
      }),
      RUNS,
    )
  })

  it('finds nothing wrong with the links and lines of what an intact program wrote', () => {
    fc.assert(
      fc.property(arbitraryLog, ({ entries }) => {
        const bytes = Buffer.from(entries.map(entry => encodeEntry(entry as Entry)).join(''))
        const { changes } = repairLog(bytes)
        expect(changes.filter(({ action }) => action !== 'added')).toEqual([])
        expect(diagnose(bytes).defects.filter(({ severity }) => severity === 'error')).toEqual([])
      }),
      RUNS,
    )
  })
})

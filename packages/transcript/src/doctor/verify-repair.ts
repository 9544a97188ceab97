import { isDeepStrictEqual } from 'node:util'
import { type EntryLine, isTranscriptEntry } from '@antiphon/core/log'
import { diagnoseExamination } from './diagnose.ts'
import { type Examination, examineLog } from './examine-log.ts'
import { findJsonFields } from './json-fields.ts'
import { type LogRepairOutcome, repairExamination } from './repair-log.ts'

/**
 * What a repaired log breaks of its promises, in words; empty where it keeps them all. It reads the bytes anew, so it
 * can be asked of what really is on the disk.
 */
export function verifyRepair(
  before: Examination,
  { bytes }: Pick<LogRepairOutcome, 'bytes'>,
): readonly string[] {
  const after = examineLog(bytes)
  const rest = diagnoseExamination(after).defects.find(({ isFixable }) => isFixable)
  const lost = countLost(before, after)
  return [
    ...(lost === 0 ? [] : [`${lost} entries would be lost`]),
    ...(rest ? [`a defect would be left that a fix takes away (${rest.kind})`] : []),
    ...(repairExamination(after).changes.length === 0 ? [] : ['a second fix would change it again']),
    ...(keepsRequest(before, after) ? [] : ['a resume would send something else']),
    ...(after.resume.violations.length <= before.resume.violations.length
      ? []
      : ['the API would refuse what is sent']),
  ]
}

/** How many entries of the one log are not in the other, links aside; copies and lesser versions are meant to go. */
function countLost(before: Examination, after: Examination): number {
  const kept = new Set(before.messages.map(({ source }) => source))
  const missing = new Map<string, number>()
  const count = ({ raw }: EntryLine, change: number): void => {
    const text = withoutLinks(raw)
    missing.set(text, (missing.get(text) ?? 0) + change)
  }
  before.entryLines.forEach((line, position) => {
    if (kept.has(position) || !isTranscriptEntry(line.entry)) count(line, 1)
  })
  for (const line of after.entryLines) count(line, -1)
  return [...missing.values()].reduce((sum, number) => sum + Math.max(0, number), 0)
}

/** The text of an entry's other fields: to the byte, and of any depth. */
function withoutLinks(raw: Uint8Array): string {
  const text = new TextDecoder().decode(raw)
  return findJsonFields(text)
    .filter(({ name }) => !LINKS.includes(name))
    .map(({ name, start, end }) => `${name}:${text.slice(start, end)}`)
    .join()
}

const LINKS: readonly string[] = ['uuid', 'parentUuid', 'logicalParentUuid']

/** Where a circle was cut, another reading of it may be found once the cut is written down. */
function keepsRequest(before: Examination, after: Examination): boolean {
  if (before.conversation.report.some(({ rule }) => rule === 'parent-cycle')) return true
  return isDeepStrictEqual(before.resume.request, after.resume.request)
}

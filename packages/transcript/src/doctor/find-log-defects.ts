import { assertNever } from '@antiphon/contract'
import type { LogRepair } from '@antiphon/core'
import { createDefect, type Defect, type LinkDefectKind } from './defect.ts'
import type { Examination, NumberedLine } from './examine-log.ts'
import { beginsWithMark, endsWithNewline } from './repair-log.ts'
import type { SettledMessage } from './settle-links.ts'

/** What is wrong with the bytes of a file, stretch by stretch. */
export function findLineDefects(lines: readonly NumberedLine[]): readonly Defect[] {
  const defects = lines.flatMap((line, index) => findStretchDefects(line, lines[index - 1]))
  return [...defects, ...findUnfinished(lines.at(-1)), ...findCarriageReturns(lines)]
}

function findStretchDefects(line: NumberedLine, before: NumberedLine | undefined): readonly Defect[] {
  switch (line.kind) {
    case 'bad':
      return [createDefect({ kind: line.reason, detail: `${line.length} bytes`, at: line })]
    case 'blank':
      return [createDefect({ kind: 'blank-line', detail: `${line.length} bytes`, at: line })]
    case 'entry': {
      const isGlued = before?.kind === 'entry' && before.line === line.line
      return [
        ...(isGlued
          ? [createDefect({ kind: 'glued', detail: 'follows another entry on its line', at: line })]
          : []),
        ...(line.hasInvalidText
          ? [createDefect({ kind: 'invalid-text', detail: 'read with U+FFFD in their place', at: line })]
          : []),
        ...(beginsWithMark(line.raw)
          ? [createDefect({ kind: 'byte-order-mark', detail: 'before an entry', at: line })]
          : []),
      ]
    }
    default:
      return assertNever(line)
  }
}

function findUnfinished(last: NumberedLine | undefined): readonly Defect[] {
  if (last?.kind !== 'entry' || endsWithNewline(last.raw)) return []
  return [createDefect({ kind: 'no-final-newline', detail: 'the last line is not ended', at: last })]
}

function findCarriageReturns(lines: readonly NumberedLine[]): readonly Defect[] {
  const returns = lines.filter(({ kind, raw }) => kind === 'entry' && raw.at(-2) === CARRIAGE_RETURN)
  if (returns.length === 0) return []
  return [
    createDefect({
      kind: 'carriage-return',
      detail: `${returns.length} of ${lines.length} lines`,
      at: returns[0],
    }),
  ]
}

const CARRIAGE_RETURN = 0x0d

/** What the reader had to find out about identity and place of messages. */
export function findLinkDefects(examination: Examination): readonly Defect[] {
  const { conversation, entryLines, messages } = examination
  const byOffset = new Map(entryLines.map(line => [line.offset, line]))
  const reported = conversation.report.flatMap(repair => toDefects(repair, byOffset))
  const known = new Set(reported.map(({ offset }) => offset))
  const uuids = new Set(messages.map(({ uuid }) => uuid))
  const silent = messages.flatMap(message => {
    const at = entryLines[message.source]
    return findSilent({
      message,
      stored: at?.entry ?? {},
      isKnown: known.has(at?.offset ?? null),
      uuids,
    }).map(defect => createDefect({ ...defect, uuid: message.uuid, at }))
  })
  return [...reported, ...silent]
}

/** The reader counts some rules and names no place: those are found one by one below. */
function toDefects(
  { rule, uuid, offset, detail }: LogRepair,
  byOffset: ReadonlyMap<number, NumberedLine>,
): readonly Defect[] {
  switch (rule) {
    case 'bad-line':
    case 'invalid-text':
    case 'session-not-found':
    case 'leaf-not-found':
    case 'no-uuid':
    case 'unlinked-entry':
      return []
    default:
      return [createDefect({ kind: rule, uuid, detail, at: byOffset.get(offset ?? -1) })]
  }
}

type SilentCase = {
  readonly message: SettledMessage
  readonly stored: Readonly<Record<string, unknown>>
  readonly isKnown: boolean
  readonly uuids: ReadonlySet<unknown>
}

function findSilent({ message, stored, isKnown, uuids }: SilentCase): readonly SilentDefect[] {
  const { links } = message
  const isNameless = links.uuid !== undefined && !isName(stored.uuid)
  const isMoved = links.parentUuid !== undefined || links.logicalParentUuid !== undefined
  const defects: SilentDefect[] = []
  if (isNameless) defects.push({ kind: 'no-uuid', detail: `read as ${message.uuid}` })
  if (!isMoved || isKnown) return defects
  const parent = isName(stored.parentUuid) ? stored.parentUuid : stored.logicalParentUuid
  if (!isName(parent))
    defects.push({ kind: 'unlinked-entry', detail: `follows ${message.parentUuid ?? 'nothing'}` })
  else if (uuids.has(parent))
    defects.push({ kind: 'uuid-collision', detail: `its parent is read as ${message.parentUuid}` })
  else defects.push({ kind: 'dangling-parent', detail: `follows ${message.parentUuid ?? 'nothing'}` })
  return defects
}

type SilentDefect = { readonly kind: LinkDefectKind; readonly detail: string }

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

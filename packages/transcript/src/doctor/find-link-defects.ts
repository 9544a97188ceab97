import type { LogRepair } from '@antiphon/core'
import { createDefect } from './create-defect.ts'
import type { Defect, LinkDefectKind } from './defect.ts'
import type { Examination, NumberedLine } from './examine-log.ts'
import type { SettledMessage } from './settle-links.ts'

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

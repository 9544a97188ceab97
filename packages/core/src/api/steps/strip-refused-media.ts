import { isObject } from '../../message/json.ts'
import { isSyntheticApiErrorMessage, isUserMessage } from '../../message/message-guards.ts'
import { innerMessage, repairOf, type Source } from '../exchange.ts'
import { createNote } from '../note.ts'
import { blamedBlockTypes } from '../refused-media.ts'
import type { Report } from '../repair.ts'

/**
 * Takes media that the API refused out of the message that carried it: the nearest before the
 * error. Sent again they would be refused again, on every turn, for ever.
 */
export function stripRefusedMedia(sources: readonly Source[], report: Report): readonly Source[] {
  let result: readonly Source[] = sources
  sources.forEach((source, position) => {
    if (!isSyntheticApiErrorMessage(source.message)) return
    const types = blamedBlockTypes(source.message)
    if (types.size === 0) return
    const carrier = findCarrier(result.slice(0, position), types)
    if (carrier < 0) return
    result = result.with(carrier, withoutMedia(result[carrier] as Source, types, report))
  })
  return result
}

function findCarrier(sources: readonly Source[], types: ReadonlySet<string>): number {
  return sources.findLastIndex(
    source => isUserMessage(source.message) && carries(innerMessage(source).content, types),
  )
}

function carries(content: unknown, types: ReadonlySet<string>): boolean {
  return (
    Array.isArray(content) &&
    content.some(
      block => isObject(block) && (types.has(block.type as string) || carries(block.content, types)),
    )
  )
}

function withoutMedia(source: Source, types: ReadonlySet<string>, report: Report): Source {
  const content = replaceMedia(innerMessage(source).content, types, type =>
    report(repairOf(source, 'SEED-refused-media', 'replaced', `${type} that the API refused`)),
  )
  return { ...source, message: { ...source.message, message: { ...innerMessage(source), content } } }
}

function replaceMedia(
  content: unknown,
  types: ReadonlySet<string>,
  onReplace: (type: string) => void,
): unknown {
  if (!Array.isArray(content)) return content
  return content.map(block => {
    if (!isObject(block)) return block
    if (!types.has(block.type as string)) {
      return carries(block.content, types)
        ? { ...block, content: replaceMedia(block.content, types, onReplace) }
        : block
    }
    onReplace(String(block.type))
    return createNote(`${block.type} removed: the API refused it`)
  })
}

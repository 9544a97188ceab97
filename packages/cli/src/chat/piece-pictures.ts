import { isObject } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core'
import { firstBlock } from '@antiphon/core/ui'
import type { TalkPiece } from './settle-turns.ts'

/** The pictures of a piece in base64, of many the first: those that a person sent, and what calls gave back. */
export function listPictures(piece: TalkPiece): readonly string[] {
  if (piece.kind === 'item') return listOfItem(piece.item).slice(0, MAX_PICTURES)
  return piece.kind === 'work' ? piece.items.flatMap(listOfItem).slice(0, MAX_PICTURES) : []
}

const MAX_PICTURES = 4

function listOfItem(item: PersonItem): readonly string[] {
  if (item.kind === 'prompt') return toPicture(firstBlock(item.message))
  const block = item.kind === 'tool' ? firstBlock(item.story.result) : undefined
  // A log may hold anything.
  return Array.isArray(block?.content) ? (block.content as readonly unknown[]).flatMap(toPicture) : []
}

function toPicture(block: unknown): readonly string[] {
  if (!isObject(block) || block.type !== 'image' || !isObject(block.source)) return []
  return typeof block.source.data === 'string' ? [block.source.data] : []
}

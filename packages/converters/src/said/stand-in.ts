import { toJsonText } from './fields.ts'
import type { SaidBlock } from './said.ts'
import { writeBlock } from './write-block.ts'

/** The type of a block, as people know it. */
export function typeOf(block: SaidBlock): string {
  return writeBlock(block).type
}

/** What a model reads in the place of a block that the other side cannot hold: all that it says, but for bytes. */
export function toStandIn(block: SaidBlock): string {
  if (block.kind === 'media' && block.source.kind === 'base64')
    return `[${block.form} ${block.source.mediaType}]`
  if (block.kind === 'media' && block.source.kind === 'text') return block.source.text
  const written = writeBlock(block)
  return `[${written.type}] ${toJsonText(written)}`
}

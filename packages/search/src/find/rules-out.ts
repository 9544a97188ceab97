import type { LineBlock } from '../index-files/segment-format.ts'
import type { QueryFilters } from '../query/search-query.ts'
import type { SourceFile } from '../sources/source-file.ts'
import { foldText, normalizeText } from '../text/fold-text.ts'

/** True where the filters rule out a block of lines by what the index knows of it, so that it need not be read. */
export function rulesOut(filters: QueryFilters, file: SourceFile, block: LineBlock): boolean {
  const { after, before, session } = filters
  if (after !== undefined && block.newest < after) return true
  if (before !== undefined && block.oldest >= before) return true
  // What a subagent's line says of its session is not in the index.
  if (session === undefined || file.agent !== undefined) return false
  return !foldText(normalizeText(file.session)).startsWith(session)
}

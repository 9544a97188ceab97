import {
  BLOCK_SCHEMAS,
  type ContentBlock,
  type FieldKind,
  fitsKind,
  isContentBlock,
  isObject,
  SOURCE_SCHEMAS,
} from '@antiphon/contract'
import { toName } from './note.ts'

/** The block without what the API does not allow on it, down to its source and inner blocks; the same one where that is nothing. */
export function tidyBlock(block: ContentBlock, onTake: (field: string) => void): ContentBlock {
  const own = withoutExtra(block, block.type === 'tool_result' ? TOOL_RESULT : schemaOf(block), onTake)
  switch (own.type) {
    case 'image':
    case 'document':
      return changeField(own, 'source', source => tidySource(source, onTake))
    case 'search_result':
    case 'mcp_tool_result':
      return changeField(own, 'content', content => tidyList(content, onTake))
    case 'tool_search_tool_result':
      return changeField(own, 'content', found =>
        isObject(found)
          ? changeField(found, 'tool_references', references => tidyList(references, onTake))
          : found,
      )
    default:
      return own
  }
}

/** A block inside of another: what a user is handed there cites nothing (ENV-14). */
export function tidyInnerBlock(block: ContentBlock, onTake: (field: string) => void): ContentBlock {
  const tidy = tidyBlock(block, onTake)
  if (tidy.type !== 'text' || !tidy.citations || tidy.citations.length === 0) return tidy
  const { citations: _, ...rest } = tidy
  onTake('citations')
  return rest
}

function tidySource(source: unknown, onTake: (field: string) => void): unknown {
  const schema = isObject(source) ? SOURCE_SCHEMAS[toName(source.type)] : undefined
  if (!schema || !isObject(source)) return source
  const own = withoutExtra(source, schema, field => onTake(`source.${field}`))
  return changeField(own, 'content', content => tidyList(content, onTake))
}

function tidyList(content: unknown, onTake: (field: string) => void): unknown {
  if (!Array.isArray(content)) return content
  const tidy = content.map((inner: unknown) =>
    isContentBlock(inner) ? tidyInnerBlock(inner, field => onTake(`${inner.type}.${field}`)) : inner,
  )
  return tidy.every((inner, index) => inner === content[index]) ? content : tidy
}

function schemaOf(block: ContentBlock): Schema {
  return BLOCK_SCHEMAS[block.type] ?? {}
}

type Schema = Readonly<Record<string, FieldKind>>

/** Whatever a result holds is worth more than its removal: `mendToolResults` makes text of it. */
const TOOL_RESULT: Schema = { ...BLOCK_SCHEMAS.tool_result, content: 'any?' }

function withoutExtra<T extends object>(value: T, schema: Schema, onTake: (field: string) => void): T {
  let extra: string[] | undefined
  for (const field in value) {
    if (isAllowed(value, field, schema)) continue
    if (extra) extra.push(field)
    else extra = [field]
  }
  if (!extra) return value
  extra.forEach(onTake)
  // What is left has every field that the schema demands, or else is mended by a later step.
  return Object.fromEntries(Object.entries(value).filter(([field]) => !extra?.includes(field))) as T
}

/** A demanded field of the wrong kind stays: it takes more than removal to mend it. */
function isAllowed(value: object, field: string, schema: Schema): boolean {
  if (field === 'type') return true
  const kind = field === 'cache_control' || !Object.hasOwn(schema, field) ? undefined : schema[field]
  if (kind === undefined) return false
  const inner = (value as Readonly<Record<string, unknown>>)[field]
  return inner === null || !kind.endsWith('?') || fitsKind(inner, kind)
}

function changeField<T extends object>(value: T, field: string, change: (inner: unknown) => unknown): T {
  const inner = (value as Readonly<Record<string, unknown>>)[field]
  const changed = change(inner)
  return changed === inner ? value : { ...value, [field]: changed }
}

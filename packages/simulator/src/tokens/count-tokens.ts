/**
 * About how many tokens a JSON value costs: a token for four characters of Latin text, one for each character of
 * Chinese, Japanese or Korean, and a few for the frame of a block. Only its order of size is true; it is the same
 * for the same value, and a longer history never counts less.
 */
export function countTokens(value: unknown): number {
  if (typeof value === 'string') return countText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return 1
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countTokens(item), 0)
  if (typeof value !== 'object' || value === null) return 0
  let sum = FRAME_TOKENS
  for (const [key, item] of Object.entries(value)) if (!UNCOUNTED.has(key)) sum += countTokens(item)
  return sum
}

const FRAME_TOKENS = 2
/** Fields that the model does not read as text. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'cache_control',
  'signature',
  'type',
  'id',
  'tool_use_id',
  'data',
])
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g

function countText(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 4)
}

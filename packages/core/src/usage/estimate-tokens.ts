/**
 * About how many tokens a JSON value costs the model: one for four characters of Latin text, one for each character
 * of Chinese, Japanese or Korean, a flat number for an image or document. Only its order of size is true.
 */
export function estimateTokens(value: unknown): number {
  let tokens = 0
  // No recursion: hostile JSON may be deeper than the stack.
  const open: unknown[] = [value]
  while (open.length > 0) {
    const item = open.pop()
    if (typeof item === 'string') tokens += estimateText(item)
    else if (typeof item === 'number' || typeof item === 'boolean') tokens += 1
    else if (Array.isArray(item)) for (const inner of item) open.push(inner)
    else if (typeof item === 'object' && item !== null) {
      if ('type' in item && MEDIA.has(item.type)) tokens += MEDIA_TOKENS
      else {
        tokens += FRAME_TOKENS
        for (const [key, inner] of Object.entries(item)) if (!UNREAD.has(key)) open.push(inner)
      }
    }
  }
  return tokens
}

const UNITS_PER_TOKEN = 4
const MEDIA_TOKENS = 1_500
const FRAME_TOKENS = 2
const MEDIA: ReadonlySet<unknown> = new Set(['image', 'document'])

/** Fields that the model does not read as text. */
const UNREAD: ReadonlySet<string> = new Set([
  'type',
  'id',
  'tool_use_id',
  'cache_control',
  'signature',
  'caller',
])

// Hangul syllables, Han characters, kana and full-width forms.
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g

/** The same for one text. */
export function estimateText(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0
  return wide + estimateLatin(text.length - wide)
}

/** The same for that many characters of Latin text. */
export function estimateLatin(characters: number): number {
  return Math.ceil(characters / UNITS_PER_TOKEN)
}

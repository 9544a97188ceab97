/** Long pastes as tags in a text, and back. */
export interface Pastes {
  /** What to put into the text for a paste: itself, or a tag that stands for it. */
  fold(text: string, toTag: (number: number, lines: number) => string): string
  foldImage(path: string): string
  /** The text with what its tags stand for, and the pictures that it names. */
  unfold(text: string): UnfoldedPrompt
}

/** A prompt as it is sent. */
export type UnfoldedPrompt = {
  readonly text: string
  /** Paths of pictures. */
  readonly images: readonly string[]
}

/** No paste yet. */
export function createPastes(): Pastes {
  const texts = new Map<string, string>()
  const images = new Map<string, string>()
  return {
    fold(text, toTag) {
      const lines = text.split('\n').length - 1
      if (text.length <= MAX_UNITS && lines < MAX_LINES) return text
      const tag = toTag(texts.size + 1, lines)
      texts.set(tag, text)
      return tag
    },
    foldImage(path) {
      const tag = `[Image #${images.size + 1}]`
      images.set(tag, path)
      return tag
    },
    unfold(text) {
      let whole = text
      // One by one, and never inside what another stood for: a paste may hold the words of a tag.
      const parts: string[] = []
      for (;;) {
        const next = [...texts.keys()]
          .map(tag => ({ tag, at: whole.indexOf(tag) }))
          .filter(({ at }) => at !== -1)
          .sort((one, other) => one.at - other.at)[0]
        if (!next) break
        parts.push(whole.slice(0, next.at), texts.get(next.tag) ?? '')
        whole = whole.slice(next.at + next.tag.length)
      }
      const named = [...images].filter(([tag]) => text.includes(tag)).map(([, path]) => path)
      return { text: [...parts, whole].join(''), images: named }
    },
  }
}

const MAX_UNITS = 800
const MAX_LINES = 6

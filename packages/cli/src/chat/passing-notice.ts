/** Words below the field that are there for a while. */
export interface PassingNotice {
  words(): string
  /** Until the next key. */
  say(words: string): void
  /** Until they do not hold any more. */
  hint(words: string, milliseconds: number): void
  clear(): void
}

/** No words yet. */
export function createPassingNotice(onChange: () => void): PassingNotice {
  let now = ''
  return {
    words: () => now,
    say(words) {
      now = words
    },
    hint(words, milliseconds) {
      now = words
      setTimeout(() => {
        if (now === words) now = ''
        onChange()
      }, milliseconds).unref()
    },
    clear() {
      now = ''
    },
  }
}

import type { Key } from '../keyboard/key.ts'

/** Letters that came together as one text: a terminal that marks no pastes sends them so. */
export function mergeKeys(keys: readonly Key[]): readonly Key[] {
  if (keys.length < LEAST) return keys
  const merged: Key[] = []
  let text = ''
  const close = (): void => {
    if (text !== '') merged.push({ kind: 'paste', text })
    text = ''
  }
  for (const key of keys) {
    if (key.kind === 'key' && key.name === 'text' && !key.ctrl && !key.alt) text += key.text
    else {
      close()
      merged.push(key)
    }
  }
  close()
  return merged
}

// Nobody types so many at once.
const LEAST = 16

import { hasLoneSurrogate } from '../tables/patterns.ts'
import { type JsonPlace, trailPath, walkJson } from './json-walk.ts'

/** A string that no UTF-8 body can carry, and the character of the body at which its decoder gives up. */
export type LoneSurrogate = { readonly path: string; readonly character: number }

/** Every string, key or value, with half of a surrogate pair in it. */
export function findLoneSurrogates(value: unknown): readonly LoneSurrogate[] {
  const trails = new Set<JsonPlace | null>()
  walkJson(value, {
    text: (text, trail) => {
      if (hasLoneSurrogate(text)) trails.add(trail)
    },
  })
  return trails.size === 0 ? [] : locate(value)
}

// A second walk, since counting characters costs more than looking for halves, and almost no request has any.
function locate(value: unknown): readonly LoneSurrogate[] {
  const found: LoneSurrogate[] = []
  let character = 0
  walkJson(value, {
    text: (text, trail) => {
      if (hasLoneSurrogate(text))
        found.push({ path: trailPath(trail), character: character + offsetIn(text) })
      character += JSON.stringify(text).length
    },
    other: characters => {
      character += characters
    },
  })
  return found
}

function offsetIn(text: string): number {
  const at = text.search(/\p{Surrogate}/u)
  return JSON.stringify(text.slice(0, at)).length - 1
}

import { decodeLayer } from './decode-layer.ts'
import { type TextView, viewOf } from './text-view.ts'
import { withoutMarks, withoutNoise } from './without-noise.ts'

/**
 * The ways in which a text can be read: as it stands, without what no reader sees, and with its escapes undone, layer by
 * layer. A secret is looked for in all of them, so that no finder needs to know about colours and backslashes.
 */
export function* listReadings(text: string): Generator<TextView> {
  const plain = viewOf(text)
  const bare = withoutMarks(plain) ?? plain
  yield bare
  let shown = withoutNoise(bare)
  if (shown) yield shown
  let last = shown ?? bare
  for (let depth = 0; depth < DEEPEST; depth++) {
    const decoded = decodeLayer(last)
    if (!decoded) return
    yield decoded
    shown = withoutNoise(decoded)
    if (shown) yield shown
    last = shown ?? decoded
  }
}

// JSON in JSON in JSON needs three; backslashes double with each.
const DEEPEST = 5

/** Where a value stands: its key and, through the parents, the way to it. */
export type JsonPlace = { readonly parent: JsonPlace | null; readonly key: string | number }

/** Told of everything that `JSON.stringify` would write, in that order. */
export type JsonVisitor = {
  /** A string value, or a key of an object. */
  readonly text: (text: string, trail: JsonPlace | null) => void
  /** How many characters of punctuation, numbers and words come next. */
  readonly other?: (characters: number) => void
}

/** Visits a JSON value without recursion, so that no depth of nesting can exhaust the stack. */
export function walkJson(root: unknown, visitor: JsonVisitor): void {
  const frames: Frame[] = []
  enter(root, null)
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const index = frame.next++
    if (index >= frame.keys.length) {
      visitor.other?.(1)
      frames.pop()
      continue
    }
    const key = frame.keys[index] ?? index
    const trail: JsonPlace = { parent: frame.trail, key }
    if (index > 0) visitor.other?.(1)
    if (typeof key === 'string') {
      visitor.text(key, trail)
      visitor.other?.(1)
    }
    enter(frame.container[key], trail)
  }

  function enter(value: unknown, trail: JsonPlace | null): void {
    if (typeof value === 'string') visitor.text(value, trail)
    else if (typeof value === 'object' && value !== null) {
      visitor.other?.(1)
      frames.push(frameOf(value, trail))
    } else visitor.other?.(String(value).length)
  }
}

/** A trail as a dotted path, the way the API names places. */
export function trailPath(trail: JsonPlace | null): string {
  const keys: (string | number)[] = []
  for (let step = trail; step !== null; step = step.parent) keys.push(step.key)
  return keys.reverse().join('.')
}

type Frame = {
  readonly container: Readonly<Record<string | number, unknown>>
  /** For an array only the length counts: its holes read as undefined and give way to the index. */
  readonly keys: readonly (string | undefined)[]
  readonly trail: JsonPlace | null
  next: number
}

function frameOf(value: object, trail: JsonPlace | null): Frame {
  // Both arrays and objects are read by key here.
  const container = value as Readonly<Record<string | number, unknown>>
  if (Array.isArray(value)) return { container, keys: new Array(value.length), trail, next: 0 }
  return { container, keys: Object.keys(value).filter(key => container[key] !== undefined), trail, next: 0 }
}
